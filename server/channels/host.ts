import type { Knex } from 'knex';
import type { ChannelHost } from '../../contract/channel.ts';
import { INBOX, linkTo } from '../../contract/openLinks.ts';
import { mediaTypeOf } from '../files/fileRules.ts';
import type { FileService } from '../files/fileService.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createAddresses } from '../messages/deliveries/addresses.ts';
import type { Actions } from '../messages/actions/actions.ts';
import { asCopied } from '../messages/deliveries/deliveryRules.ts';
import type { IssueToken } from '../messages/deliveries/issueToken.ts';
import type { MoveCopy } from '../messages/deliveries/moveCopy.ts';
import type { Subjects } from '../messages/deliveries/subject.ts';
import { findToken, type StoredToken } from '../messages/deliveries/tokens.ts';
import type { Directory } from '../people/directory/directory.ts';
import { unlessGone, unlessLeft } from '../people/directory/unlessGone.ts';
import type { Profiles } from '../people/profiles/profiles.ts';
import type { Conversation } from '../requests/conversation.ts';
import { inboxState } from '../requests/inboxStates.ts';
import { findInbox } from '../requests/inboxStore.ts';
import type { Presenter } from '../requests/presenter.ts';

/** Passed through unchanged. */
type Lent = Pick<
  ChannelHost,
  'publicUrl' | 'timeZone' | 'installBot' | 'originOf' | 'tenantId' | 'appToken' | 'log' | 'now'
>;

interface Parts extends Lent {
  /** The channel that uses this host; tokens of other channels are unknown to it. */
  channel: string;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  subjects: Subjects;
  directory: Directory;
  conversation: Conversation;
  presenter: Presenter;
  issueToken: IssueToken;
  moveCopy: MoveCopy;
  actions: Actions;
  files: Pick<FileService, 'upload'>;
  profiles: Pick<Profiles, 'used'>;
}

const MOST_LISTED = 50;

/** The server's services for a channel; channels have no access to stores. */
export function createChannelHost(parts: Parts): ChannelHost {
  const { channel, reader, subjects, directory, conversation, actions, files, presenter, now } = parts;
  const { publicUrl, timeZone, installBot, originOf, tenantId, appToken, log, profiles, issueToken, moveCopy } = parts;
  const ownToken = async (text: string) => {
    const token = await findToken(reader, text);
    return token?.channel === channel ? token : null;
  };

  return {
    publicUrl,
    inboxUrl: linkTo(publicUrl, INBOX),
    timeZone,
    installBot,
    originOf,
    tenantId,
    appToken,
    log,
    now,
    async answer(given) {
      const answered = await conversation.answer(given);
      if (answered.kind === 'recorded') profiles.used(given.responder.id);
      return 'outcome' in answered ? { ...answered, outcome: asCopied(answered.outcome) } : answered;
    },
    async act(given) {
      const acted = await actions.act(given, channel);
      if (acted.kind === 'done') profiles.used(given.person.id);
      return acted;
    },
    message: (requestId, person) => presenter.present(requestId, person.id),

    async inbox(person) {
      const pending = { person: person.id, status: 'pending', sort: 'due', limit: MOST_LISTED } as const;
      const entries = await findInbox(reader, pending, now());
      const questions = await Promise.all(entries.map(({ request }) => presenter.question(request)));
      const found = questions.length;
      if (found < MOST_LISTED) return { questions, total: found };
      const { counts } = await inboxState(reader, person.id, now());
      return { questions, total: Math.max(found, counts.pending) };
    },

    async openLink(text) {
      const token = await ownToken(text);
      if (!token || token.usedAt !== null || token.expiresAt <= now()) return null;
      const person = await ownerOf(token, parts);
      const message = person && (await subjects.of(token.kind).describe(token.subjectId, person));
      return message && { person, message };
    },

    async holderOf(text) {
      const token = await ownToken(text);
      const person = token && (await ownerOf(token, parts));
      return person && { person, subjectId: token.subjectId };
    },

    keepFile: ({ person, type, ...file }) => files.upload({ ...file, person: person.id, type: mediaTypeOf(type) }),
    issueToken: (requestId, person) => issueToken({ subjectId: requestId, person, channel }),
    moveCopy: ({ requestId, version }, { id: person }, address) =>
      moveCopy({ subjectId: requestId, person, channel, shown: { version, state: 'question' }, address }),

    personByObjectId: async (id) => unlessGone(directory, await directory.personById(id)),
    personByEmail: async (email) => unlessGone(directory, await directory.personByAddress(email)),

    addresses: createAddresses(parts),
  };
}

/** The person to whom a token was issued; null if they have left. */
async function ownerOf(
  { kind, subjectId, person }: StoredToken,
  { subjects, directory }: Pick<Parts, 'subjects' | 'directory'>,
) {
  const recipient = await subjects.of(kind).recipient(subjectId, person);
  return recipient && unlessLeft(directory, recipient);
}
