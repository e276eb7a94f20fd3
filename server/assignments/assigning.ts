import type { Knex } from 'knex';
import type { AssignBody, AssignPreview, Assigned, Sending } from '../../contract/sendings.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { mayUse } from '../chats/chatService.ts';
import { findChat, type StoredChat } from '../chats/chatStore.ts';
import { findVersion } from '../chats/chatVersionStore.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { lockRows, toIso } from '../foundation/database/rows.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';
import { newId } from '../foundation/newId.ts';
import type { Terms } from './assignmentStore.ts';
import {
  recipientsOf,
  resolvePrincipals,
  type PrincipalDirectory,
  type Recipient,
  type Resolved,
} from './principals.ts';
import { datesAfter, faultOf } from './recurrenceRules.ts';
import { toSendings } from './sendingView.ts';
import {
  endRecurrence,
  findSending,
  findSent,
  flowVersionThen,
  insertSending,
  peopleOf,
  type SendingKey,
  type StoredRecurrence,
  type StoredSending,
} from './sendingStore.ts';

export const MOST_PEOPLE = 10_000;
export const DATES_SHOWN = 5;

export interface Assigning {
  /** What assigning would come to. @throws ProblemError validation_failed */
  preview(body: Pick<AssignBody, 'principals' | 'recurrence'>): Promise<AssignPreview>;
  /** @throws ProblemError validation_failed */
  create(body: AssignBody, caller: Caller, key: SendingKey | null): Promise<Assigned>;
  /** Assigns to whoever has joined its groups since. @throws ProblemError not_found, invalid_transition */
  assignNewMembers(id: string, caller: Caller): Promise<Assigned>;
  /** No date of it comes any more. @throws ProblemError not_found, invalid_transition */
  endRecurrence(id: string, caller: Caller): Promise<Sending>;
  /** A sending of the caller's, or any for administrators. @throws ProblemError not_found */
  open(id: string, caller: Caller): Promise<StoredSending>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: PrincipalDirectory;
  /** Stores assignments of a sending, and tells about them. */
  send(unit: Unit, sending: StoredSending, recipients: Recipient[], occurrenceAt: number | null): Promise<void>;
  now(): number;
}

export function createAssigning({ units, reader, directory, send, now }: Parts): Assigning {
  async function resolved(
    body: Pick<AssignBody, 'principals'>,
  ): Promise<{ principals: Resolved[]; recipients: Recipient[] }> {
    const principals = await resolvePrincipals(directory, body.principals, 'refuse');
    const recipients = recipientsOf(principals);
    if (recipients.length > MOST_PEOPLE) throw failed({ principals: check('tooManyPeople', { count: MOST_PEOPLE }) });
    return { principals, recipients };
  }

  async function open(id: string, caller: Caller): Promise<StoredSending> {
    const sending = await findSending(reader, id);
    if (!sending || (sending.creator.id !== caller.person.id && !isAdministrator(caller))) throw notFound('sending');
    return sending;
  }

  const shown = async (sending: StoredSending): Promise<Sending> => (await toSendings(reader, [sending], now()))[0]!;

  /** What was sent under this key before. */
  async function sentBefore(creatorId: string, key: SendingKey): Promise<Assigned | null> {
    const before = await findSent(reader, creatorId, key.key);
    if (!before) return null;
    if (before.bodyHash !== key.bodyHash) throw failed({ 'idempotency-key': check('keyReused') });
    const sending = await shown((await findSending(reader, before.id))!);
    return { sending, people: sending.total };
  }

  return {
    open,

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
      const chat = await findChat(reader, body.chatId);
      if (!chat || !mayUse(chat, caller)) throw failed({ chatId: check('chatUnknown') });
      const versions = await versionsOf(reader, chat, body);
      const { principals, recipients } = await resolved(body);
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
        if (!sending.recurrence) await send(unit, sending, recipients, null);
        const detail = { chat: chat.id, people: recipients.length };
        await addToAudit(unit.trx, [{ at, actor: person.id, action: 'chat.assigned', subject: sending.id, detail }]);
        return true;
      });
      if (!wasSent) return (await sentBefore(person.id, key!))!;
      return { sending: await shown(sending), people: sending.recurrence ? 0 : recipients.length };
    },

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
      const members = recipientsOf(await resolvePrincipals(directory, groups, 'leave_out'));
      const people = await units.run(async (unit) => {
        const { trx } = unit;
        await lockRows(trx, 'sendings', [id]); // of two at once one assigns
        const had = new Set(await peopleOf(trx, id, null));
        const joined = members.filter(({ person }) => !had.has(person.id));
        await send(unit, sending, joined, null);
        return joined.length;
      });
      return { sending: await shown(sending), people };
    },

    async endRecurrence(id, caller) {
      await open(id, caller);
      const hasEnded = await units.run(async ({ trx }) => {
        const ended = await endRecurrence(trx, id, now());
        if (ended)
          await addToAudit(trx, [
            { at: now(), actor: caller.person.id, action: 'assignment.recurrence_ended', subject: id },
          ]);
        return ended;
      });
      if (!hasEnded) throw new ProblemError('invalid_transition', 'This sending does not recur any more.');
      return shown(await open(id, caller));
    },
  };
}

function refuse(checks: FieldChecks): void {
  if (Object.keys(checks).length > 0) throw failed(checks);
}

const millis = (iso: string | undefined): number | null => (iso === undefined ? null : Date.parse(iso));

const termsOf = (body: AssignBody): Omit<Terms, 'chatVersion' | 'flowVersion'> => ({
  criterion: body.criterion,
  retryBudget: body.retryBudget,
  allowDelegation: body.allowDelegation,
  allowRejection: body.allowRejection,
  dueAt: millis(body.dueAt),
  expiresAt: millis(body.expiresAt),
});

function recurrenceOf({ recurrence }: AssignBody, now: number): StoredRecurrence | null {
  if (!recurrence) return null;
  const { cron, timeZone, dueAfterMs = null, expiresAfterMs = null } = recurrence;
  return { cron, timeZone, dueAfterMs, expiresAfterMs, nextAt: datesAfter(recurrence, now, 1)[0]!, endedAt: null };
}

/** What is wrong with dates, by field. */
function faultsOf(body: AssignBody, now: number): FieldChecks {
  const { dueAt, expiresAt } = termsOf(body);
  const checks: FieldChecks = body.recurrence ? recurrenceFaults(body.recurrence) : {};
  if (body.recurrence && body.dueAt !== undefined) checks['dueAt'] = check('dateOfRecurrence');
  else if (dueAt !== null && dueAt <= now) checks['dueAt'] = check('datePast');
  if (body.recurrence && body.expiresAt !== undefined) checks['expiresAt'] = check('dateOfRecurrence');
  else if (expiresAt !== null && expiresAt <= now) checks['expiresAt'] = check('datePast');
  else if (dueAt !== null && expiresAt !== null && expiresAt < dueAt) checks['expiresAt'] = check('expiryBeforeDue');
  return checks;
}

function recurrenceFaults(recurrence: NonNullable<AssignBody['recurrence']>): FieldChecks {
  const { dueAfterMs, expiresAfterMs } = recurrence;
  const fault = faultOf(recurrence);
  const isEarly = dueAfterMs !== undefined && expiresAfterMs !== undefined && expiresAfterMs < dueAfterMs;
  return {
    ...(fault && { [`recurrence.${fault.field}`]: check(fault.check) }),
    ...(isEarly && { 'recurrence.expiresAfterMs': check('expiryBeforeDue') }),
  };
}

/** What the chat is called in the version that counts, and what is pinned. @throws ProblemError validation_failed */
async function versionsOf(db: Knex, chat: StoredChat, { chatVersion, criterion }: AssignBody) {
  const version = chatVersion === undefined ? chat : await findVersion(db, chat.id, chatVersion);
  if (!version) throw failed({ chatVersion: check('chatVersionUnknown') });
  const { flowId } = version;
  if (criterion.startsWith('flow_') && flowId === null) throw failed({ criterion: check('criterionNeedsFlow') });
  if (chatVersion === undefined) return { name: chat.name, pin: { chatVersion: null, flowVersion: null } };
  const flowVersion = flowId === null ? null : await flowVersionThen(db, { chatId: chat.id, chatVersion, flowId });
  return { name: version.name, pin: { chatVersion, flowVersion } };
}
