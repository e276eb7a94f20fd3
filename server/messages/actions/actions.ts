import type { Knex } from 'knex';
import type { ChannelFacts } from '../../../contract/channel.ts';
import type { Acted, GivenAction, Refused } from '../../../contract/conversation.ts';
import { INBOX, linkTo } from '../../../contract/openLinks.ts';
import { verificationOn } from '../../../contract/payload.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';
import type { Signals } from '../../foundation/database/signals.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { takesToken } from '../deliveries/deliveryRules.ts';
import { deliveryTo } from '../deliveries/deliveryStore.ts';
import type { IssueToken } from '../deliveries/issueToken.ts';
import type { SubjectKind, Subjects } from '../deliveries/subject.ts';
import { consumeToken, findToken, hashToken } from '../deliveries/tokens.ts';
import { verdictOf, type ActionFacts } from './actionRules.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  kinds: ReadonlyMap<string, ChannelFacts>;
  subjects: Subjects;
  issueToken: IssueToken;
  publicUrl: string;
  now(): number;
}

/** The one entry for actions on notices from every channel, after the channel has verified its caller. */
export interface Actions {
  /** @param channel the channel of the caller; a token of another channel is unknown */
  act(given: GivenAction, channel: string): Promise<Acted>;
}

/** Thrown to roll the unit back. */
class NotOffered extends Error {}

export function createActions({ units, reader, signals, kinds, subjects, issueToken, publicUrl, now }: Parts): Actions {
  /** The person with their own time zone, and the language in which they pressed. */
  async function readerOf(subject: SubjectKind, { subjectId, person, language }: GivenAction): Promise<Person> {
    const reader = (await subject.recipient(subjectId, person.id)) ?? person;
    return language === undefined ? reader : { ...reader, language };
  }

  /** Finds the kind by the token's copy; without a token, by this person's copy on this channel. */
  async function lookUp(given: GivenAction, channel: string) {
    const { subjectId, person, token: text = '' } = given;
    const found = await findToken(reader, text);
    const token = found?.channel === channel ? found : null;
    const kind = token?.kind ?? (await deliveryTo(reader, { subjectId, person: person.id, channel }))?.kind;
    const subject = kind === undefined ? undefined : subjects.of(kind);
    const message = (await subject?.describe(subjectId, await readerOf(subject, given))) ?? null;
    return { subject, token, message } satisfies ActionFacts & { subject: SubjectKind | undefined };
  }

  /** The subject is locked before the token, as the lock order requires. */
  async function perform(subject: SubjectKind, { token = '', ...given }: GivenAction, channel: string) {
    const hash = hashToken(token);
    const taken = { ...given, verifiedBy: verificationOn(channel) };
    const work = units.run(async (unit) => {
      const acted = (await subject.act?.(unit, taken)) ?? 'not_offered';
      const isUsed = acted === 'done' && hash !== null && !(await consumeToken(unit.trx, hash, now()));
      if (acted === 'not_offered' || isUsed) throw new NotOffered();
      unit.afterCommit(() => signals.publish('subject', taken.subjectId));
      return acted;
    });
    return work.catch((error: unknown): 'not_offered' => {
      if (error instanceof NotOffered) return 'not_offered';
      throw error;
    });
  }

  const refused = (id: Refused, message: Message | null): Acted => ({
    kind: 'refused',
    id,
    values: { webUrl: message?.webUrl ?? linkTo(publicUrl, INBOX) },
  });

  /** The state of the subject afterwards, with a new token for its next actions. */
  async function standing(kind: 'done' | 'not_offered', message: Message, given: GivenAction, channel: string) {
    const { subjectId, person } = given;
    const token = takesToken(message) ? await issueToken({ subjectId, person, channel }) : null;
    return { kind, now: { message, token } };
  }

  return {
    async act(given, channel) {
      const { subjectId, actionId, person } = given;
      const tokenPolicy = kinds.get(channel)?.tokenPolicy ?? 'none';
      const { subject, token, message } = await lookUp(given, channel);
      const verdict = verdictOf({ subjectId, actionId, person: person.id, tokenPolicy }, { token, message }, now());
      if (verdict === 'not_offered') return standing(verdict, message!, given, channel);
      if (verdict !== 'take') return refused(verdict, message);
      const kind = await perform(subject!, given, channel);
      const after = await subject!.describe(subjectId, await readerOf(subject!, given));
      return after ? standing(kind, after, given, channel) : refused('not_found', null);
    },
  };
}
