import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import type { AssignBody, AssignPreview, Assigned, Sending } from '../../contract/sendings.ts';
import { findUsableChat } from '../chats/usableChatStore.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { lockRows, toIso } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { keyReused, type RequestKey } from '../foundation/requestKey.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';
import { newId } from '../foundation/newId.ts';
import { blocked, refusePeople, type Assignable } from './assignable.ts';
import { askToCancel } from './cancelling.ts';
import { faultsOf, recurrenceFaults, recurrenceOf, refuse, termsOf, versionsOf } from './assignTerms.ts';
import { signedIn } from './assignmentActions.ts';
import {
  recipientsOf,
  resolvePrincipals,
  type PrincipalDirectory,
  type Recipient,
  type Resolved,
} from './principals.ts';
import { datesAfter } from './recurrenceRules.ts';
import type { Send } from './sending.ts';
import { DATES_SHOWN, toSendings } from './sendingView.ts';
import { stopDates } from './occurrenceStore.ts';
import {
  endRecurrence,
  findSending,
  findSent,
  insertSending,
  peopleAmong,
  peopleOf,
  type StoredSending,
} from './sendingStore.ts';

const MOST_PEOPLE = 10_000;
/** New members per unit, so that other writers do not wait long. */
const MEMBERS_AT_ONCE = 1000;

export interface Assigning {
  /** What assigning would do. @throws ProblemError validation_failed */
  preview(body: Pick<AssignBody, 'principals' | 'recurrence'>): Promise<AssignPreview>;
  /** @throws ProblemError validation_failed, chat_retired */
  create(body: AssignBody, caller: Caller, key: RequestKey | null): Promise<Assigned>;
  /**
   * Assigns to new members of its groups.
   * @throws ProblemError not_found, invalid_transition, chat_retired, flow_retired, validation_failed if a member may not
   * start the flow it needs, and forbidden if its sender may not use the chat any more
   */
  assignNewMembers(id: string, caller: Caller): Promise<Assigned>;
  /**
   * Ends the recurrence: no further dates, and nobody else gets one that has begun.
   * @throws ProblemError not_found, invalid_transition
   */
  endRecurrence(id: string, caller: Caller): Promise<Sending>;
  /**
   * Cancels all its open assignments, and stops dates that have begun; future dates stay. Very many take a while.
   * Repeating the call meanwhile changes nothing.
   * @throws ProblemError not_found
   */
  cancelForAll(id: string, caller: Caller, reason?: string | null): Promise<Sending>;
  /** One of the caller's sendings; any sending for administrators. @throws ProblemError not_found */
  open(id: string, caller: Caller): Promise<StoredSending>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: PrincipalDirectory;
  assignable: Assignable;
  /** Stores assignments of a sending and their notices. */
  send: Send;
  /** Called after the commit: there is something to cancel. */
  onCancelled(): void;
  now(): number;
}

export function createAssigning(parts: Parts): Assigning {
  const { units, reader, directory, assignable, send, now } = parts;
  async function resolved(
    body: Pick<AssignBody, 'principals'>,
  ): Promise<{ principals: Resolved[]; recipients: Recipient[] }> {
    const principals = await resolvePrincipals(directory, body.principals, 'refuse', MOST_PEOPLE);
    return { principals, recipients: recipientsOf(principals) };
  }

  const shown = async (sending: StoredSending): Promise<Sending> => (await toSendings(reader, [sending], now()))[0]!;

  const sentBefore = findsSent(reader, shown);
  return {
    ...afterSending(parts, shown),

    async preview(body) {
      if (body.recurrence) refuse(recurrenceFaults(body.recurrence));
      const { principals, recipients } = await resolved(body);
      return {
        people: recipients.length,
        principals: principals.map(({ people, ...principal }) => ({ ...principal, people: people.length })),
        next: body.recurrence ? datesAfter(body.recurrence, now(), DATES_SHOWN).map(toIso) : [],
      };
    },

    async create(body, caller, key) {
      const { person } = caller;
      const before = key && (await sentBefore(person.id, key));
      if (before) return before;
      const at = now();
      refuse(faultsOf(body, at));
      const chat = await findUsableChat(reader, body.chatId, caller, at);
      if (!chat?.isTheirs) throw failed({ chatId: check('chatUnknown') });
      if (chat.retiredAt !== null) throw blocked('chat_retired');
      const versions = await versionsOf(reader, chat, body);
      const { principals, recipients } = await resolved(body);
      const given = { chatId: chat.id, name: versions.name, criterion: body.criterion, ...versions.pin };
      refusePeople('principals', await assignable.withoutFlow(given, peopleIn(recipients), caller));
      const sending: StoredSending = {
        id: newId(at),
        chatId: chat.id,
        name: versions.name,
        note: body.note ?? null,
        creator: person,
        principals: principals.map(({ kind, id, displayName }) => ({ kind, id, displayName })),
        createdAt: at,
        ...termsOf(body),
        ...versions.pin,
        recurrence: recurrenceOf(body, at),
      };
      const wasSent = await units.run(async (unit) => {
        if (!(await insertSending(unit.trx, sending, key))) return false;
        if (!sending.recurrence) await send(unit, sending, recipients, { actor: person.id, occurrenceAt: null });
        await addToAudit(unit.trx, [assignedBy(sending, caller, recipients.length, at)]);
        return true;
      });
      if (!wasSent) return (await sentBefore(person.id, key!))!;
      return { sending: await shown(sending), people: sending.recurrence ? 0 : recipients.length };
    },
  };
}

const peopleIn = (recipients: Recipient[]): Person[] => recipients.map(({ person }) => person);

/** What was sent under this key before. @throws ProblemError validation_failed if the key belongs to another sending */
const findsSent =
  (reader: Knex, shown: (sending: StoredSending) => Promise<Sending>) =>
  async (creatorId: string, key: RequestKey): Promise<Assigned | null> => {
    const before = await findSent(reader, creatorId, key.key);
    if (!before) return null;
    if (before.bodyHash !== key.bodyHash) throw keyReused();
    const sending = await shown((await findSending(reader, before.id))!);
    return { sending, people: sending.total };
  };

/** The audit row of an assignment to this many people. */
const assignedBy = ({ id, chatId }: StoredSending, caller: Caller, people: number, at: number): AuditRow => ({
  at,
  ...signedIn(caller),
  action: 'chat.assigned',
  subject: id,
  detail: { chat: chatId, people },
});

interface NewMembers {
  sending: StoredSending;
  members: Recipient[];
  caller: Caller;
}

/** Assigns to those of these members who do not have it yet. @returns how many */
const sendToNew = (
  { units, send, now }: Pick<Parts, 'units' | 'send' | 'now'>,
  { sending, members, caller }: NewMembers,
): Promise<number> =>
  units.run(async (unit) => {
    const { trx } = unit;
    await lockRows(trx, 'sendings', [sending.id]); // of two concurrent calls only one assigns
    const ids = members.map(({ person }) => person.id);
    const had = new Set(await peopleAmong(trx, sending.id, ids));
    const joined = members.filter(({ person }) => !had.has(person.id));
    await send(unit, sending, joined, { actor: caller.person.id, occurrenceAt: null });
    if (joined.length > 0) await addToAudit(trx, [assignedBy(sending, caller, joined.length, now())]);
    return joined.length;
  });

/** What a sender can do after sending. */
function afterSending(
  parts: Parts,
  shown: (sending: StoredSending) => Promise<Sending>,
): Omit<Assigning, 'preview' | 'create'> {
  const { units, reader, directory, assignable, send, now } = parts;
  async function open(id: string, caller: Caller): Promise<StoredSending> {
    const sending = await findSending(reader, id);
    if (!sending || (sending.creator.id !== caller.person.id && !isAdministrator(caller))) throw notFound('sending');
    return sending;
  }

  return {
    open,

    async assignNewMembers(id, caller) {
      const sending = await open(id, caller);
      const groups = sending.principals.filter(({ kind }) => kind === 'group');
      if (sending.recurrence || groups.length === 0)
        throw new ProblemError(
          'invalid_transition',
          'Only a sending to a group that does not recur can get new members.',
        );
      if (sending.expiresAt !== null && sending.expiresAt <= now())
        throw new ProblemError('invalid_transition', 'The time of this sending is over.');
      const blocker = await assignable.blockerOf(sending, caller);
      if (blocker) throw blocked(blocker);
      const members = recipientsOf(await resolvePrincipals(directory, groups, 'leave_out'));
      const known = new Set(await peopleOf(reader, id));
      const strangers = members.filter(({ person }) => !known.has(person.id));
      refusePeople('principals', await assignable.withoutFlow(sending, peopleIn(strangers), caller));
      let people = 0; // if it breaks off, a repeat covers those who are left
      for (let start = 0; start < strangers.length; start += MEMBERS_AT_ONCE)
        people += await sendToNew(
          { units, send, now },
          { sending, members: strangers.slice(start, start + MEMBERS_AT_ONCE), caller },
        );
      return { sending: await shown(sending), people };
    },

    ...ending(parts, open, shown),
  };
}

/** The ways to end a sending. */
const ending = (
  { units, onCancelled, now }: Parts,
  open: Assigning['open'],
  shown: (sending: StoredSending) => Promise<Sending>,
): Pick<Assigning, 'endRecurrence' | 'cancelForAll'> => ({
  async endRecurrence(id, caller) {
    await open(id, caller);
    const hasEnded = await units.run(async ({ trx }) => {
      const ended = await endRecurrence(trx, id, now());
      if (ended) await stopDates(trx, id);
      if (ended)
        await addToAudit(trx, [{ at: now(), ...signedIn(caller), action: 'assignment.recurrence_ended', subject: id }]);
      return ended;
    });
    if (!hasEnded) throw new ProblemError('invalid_transition', 'This sending does not recur any more.');
    return shown(await open(id, caller));
  },

  async cancelForAll(id, caller, reason = null) {
    await open(id, caller);
    const [at, person] = [now(), caller.person.id];
    await units.run(async ({ trx, afterCommit }) => {
      if (!(await askToCancel(trx, { sendingId: id, person, reason }, at))) return;
      await stopDates(trx, id);
      await addToAudit(trx, [{ at, ...signedIn(caller), action: 'assignment.cancelled_for_all', subject: id }]);
      afterCommit(onCancelled);
    });
    return shown(await open(id, caller));
  },
});
