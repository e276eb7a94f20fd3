import type { Knex } from 'knex';
import { PostFailed, type Channel, type Posting } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';
import { postFailure, postFailureInEnglish } from '../../../contract/postFailures.ts';
import { speechFor } from '../../../contract/speech.ts';
import type { Directory } from '../../people/directory/directory.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import type { ClaimedDelivery } from './claimStore.ts';
import {
  asCopied,
  nextStep,
  takesToken,
  wantedOf,
  type Attempted,
  type Step,
  type WantedCopy,
} from './deliveryRules.ts';
import { currentReader } from './currentReader.ts';
import type { FailureLog } from './failureLog.ts';
import type { Pauses } from './pauses.ts';
import type { SubjectKind, Subjects } from './subject.ts';
import { hashToken, insertTokens, mintToken, type NewToken } from './tokens.ts';

export interface AttemptParts {
  units: UnitOfWork;
  reader: Knex;
  /** The configured channels by name. */
  channels: ReadonlyMap<string, Channel>;
  subjects: Subjects;
  /** For addresses that were stored long ago; absent: they are used as stored. */
  directory?: Pick<Directory, 'personById'> | undefined;
  pauses: Pauses;
  failures: FailureLog;
  now(): number;
  /** Steady clock for pauses of channels. */
  steady(): number;
  report(error: unknown, deliveryId: string): void;
}

/** A prepared attempt: all database reads are done, so only the platform is left to wait for. */
export interface Attempt {
  delivery: ClaimedDelivery;
  /** Makes the call, if one is needed. Errors of the channel become results. */
  make(): Promise<Attempted>;
}

interface Plan {
  delivery: ClaimedDelivery;
  step: Step;
  wanted: WantedCopy | null;
  channel: Channel;
  posting: Omit<Posting, 'token'> | null;
  /** When the addresses of the reader were read from the directory. */
  namedAt: number;
}

/** Decides what to do for each delivery, and stores the tokens that its message needs (behaviour 5.2). */
export async function prepareAttempts(deliveries: ClaimedDelivery[], parts: AttemptParts): Promise<Attempt[]> {
  const planned = await Promise.all(
    deliveries.map((delivery) =>
      plan(delivery, parts).catch((error: unknown) => ({ delivery, failed: toFailure(error, delivery, parts) })),
    ),
  );
  const tokens = await mintTokens(
    planned.flatMap((each) => ('failed' in each ? [] : [each])),
    parts,
  );
  return planned.map((each) => {
    const { delivery } = each;
    if ('failed' in each) return { delivery, make: async () => each.failed };
    const call = () => deliver(each, tokens.get(delivery.id) ?? null, parts);
    return { delivery, make: () => call().catch((error: unknown) => toFailure(error, delivery, parts)) };
  });
}

/**
 * What a person sees of a subject. Notices are written in their reader's language, which the platform may know better
 * than the directory.
 */
async function describe(
  subject: SubjectKind,
  { subjectId, address }: ClaimedDelivery,
  { person, channel }: { person: Person; channel: Channel },
): Promise<Message | null> {
  const message = await subject.describe(subjectId, person);
  if (message?.kind !== 'notice') return message;
  const locale = await channel.localeOf?.(person, address);
  const { locale: language } = speechFor(locale, person.language);
  if (language === speechFor(person.language).locale) return message; // what has been read is right already
  return subject.describe(subjectId, { ...person, language });
}

async function plan(delivery: ClaimedDelivery, { channels, subjects, now }: AttemptParts): Promise<Plan> {
  const { id, kind, subjectId, person: personId, channel: name } = delivery;
  const subject = subjects.of(kind);
  const channel = channels.get(name);
  if (!channel) throw new PostFailed(postFailure('channelOff', { channel: name }), null);
  const person = await subject.recipient(subjectId, personId);
  const message = person && (await describe(subject, delivery, { person, channel }));
  const wanted = message && wantedOf(message);
  const step = nextStep(delivery, wanted, { ...channel, now: now() });
  const posting = person &&
    message && { deliveryId: id, message: asCopied(message), recipient: { person }, isRepeated: delivery.attempts > 1 };
  const namedAt = (step.kind === 'post' && (await subject.namedAt?.(subjectId, personId))) || 0;
  return { delivery, step, wanted, channel, posting, namedAt };
}

/** Mints a token for each copy with actions on a channel that needs one, and stores it before it can be used. */
async function mintTokens(plans: Plan[], { units, subjects, now }: AttemptParts): Promise<Map<string, string>> {
  const minted = new Map<string, string>();
  const stored: NewToken[] = [];
  for (const { delivery, step, channel, posting } of plans) {
    const goesOut = step.kind === 'post' || step.kind === 'rewrite';
    if (!goesOut || !posting || !takesToken(posting.message) || channel.tokenPolicy === 'none') continue;
    const { id, kind, subjectId: requestId, person } = delivery;
    const expiresAt = await subjects.of(kind).tokenExpiry(requestId, channel);
    if (expiresAt === null) continue;
    const token = mintToken();
    minted.set(id, token);
    const hash = hashToken(token)!;
    stored.push({ hash, deliveryId: id, requestId, person, channel: channel.name, createdAt: now(), expiresAt });
  }
  if (stored.length > 0) await units.run(({ trx }) => insertTokens(trx, stored));
  return minted;
}

async function deliver(
  { delivery, step, wanted, channel, posting, namedAt }: Plan,
  token: string | null,
  { directory, now }: AttemptParts,
): Promise<Attempted> {
  switch (step.kind) {
    case 'post': {
      const stored = posting!.recipient.person;
      const person = directory ? await currentReader(stored, now() - namedAt, directory) : stored;
      const address = await channel.post({ ...posting!, recipient: { person }, token });
      return { kind: 'posted', shown: wanted!, address, canRewrite: channel.canRewrite };
    }
    case 'rewrite':
      await channel.rewrite(delivery.address!, { ...posting!, token });
      return { kind: 'rewritten', shown: wanted! };
    case 'note':
      return { kind: 'noted', version: Math.max(wanted!.version, delivery.shown!.version) };
    case 'wait':
      return { kind: 'waiting', until: step.until };
    case 'skip':
      return { kind: 'skipped' };
    case 'settle':
      return { kind: 'settled' };
  }
}

function toFailure(
  error: unknown,
  { id, channel }: ClaimedDelivery,
  { pauses, failures, now, steady, report }: AttemptParts,
): Attempted {
  if (!(error instanceof PostFailed)) {
    report(error, id);
    const said = postFailure('reported');
    return { kind: 'failed', error: postFailureInEnglish(said), said, retryAfterMs: 0 };
  }
  const { message, said, retryAfterMs, isForAll } = error;
  if (retryAfterMs !== null) failures.failed({ id, channel }, message);
  if (!isForAll || retryAfterMs === null) return { kind: 'failed', error: message, said, retryAfterMs };
  const at = steady();
  const restMs = pauses.begin(channel, retryAfterMs, at) - at;
  return { kind: 'failed', error: message, said, retryAfterMs, resumesAt: now() + restMs };
}
