import type { Knex } from 'knex';
import type { Person } from '../../contract/people.ts';
import type { SentRequest } from '../../contract/sent.ts';
import { NOBODY_UNREACHED, type Unreached } from '../../contract/unreached.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { lockRows, toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, notFound, ProblemError, refused } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { newId } from '../foundation/newId.ts';
import { insertOrders } from '../messages/deliveries/deliveryStore.ts';
import type { Broker } from './broker.ts';
import { findConcerning } from './concerned.ts';
import { nudgePauseMs } from './nudgeRules.ts';
import { insertNudge, lastNudges } from './nudgeStore.ts';
import { NUDGE_KIND } from './nudgeSubject.ts';
import { present, progressOf } from './presenterRules.ts';
import { stateAt } from './requestRules.ts';
import { findRequest, type Request } from './requestStore.ts';
import { firstUnanswered, unansweredByName } from './sentStore.ts';
import { firstUnreached } from './unreachedStore.ts';

/** How many people a list names whom a request waits for. */
const NAMED = 5;

interface Parts {
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  broker: Pick<Broker, 'withdraw'>;
  channelNames(): string[];
  now(): number;
}

/** What askers may do about their questions: the starter of the execution, owners of its flow, administrators. */
export function createSentRequests({ reader, units, signals, broker, channelNames, now }: Parts) {
  /** @throws ProblemError not_found, also to callers who may not know that it exists */
  async function own(id: string, caller: Caller): Promise<Request> {
    const found = await findConcerning(reader, id, caller);
    if (found?.concern !== 'owner') throw notFound('request');
    return found.request;
  }

  return {
    /**
     * Reminds those who have not answered.
     * @throws ProblemError not_found, request_closed, rate_limited, invalid_transition if no channel could carry it
     */
    async nudge(id: string, caller: Caller): Promise<void> {
      await own(id, caller);
      await units.run(async ({ trx, afterCommit }) => {
        await lockRows(trx, 'requests', [id]); // of two concurrent calls the second sees the first's reminder
        const request = await findRequest(trx, id);
        const at = now();
        if (!request || stateAt(request, at) !== 'waiting') throw closed();
        const pauseMs = nudgePauseMs((await lastNudges(trx, [id])).get(id) ?? null, at);
        if (pauseMs > 0)
          throw new ProblemError('rate_limited', 'They were reminded less than an hour ago.', {
            retryAfterSeconds: Math.ceil(pauseMs / 1000),
          });
        if (!isCarried(request, channelNames()))
          throw refused('invalid_transition', { channels: check('remindedNowhere') });
        const nudge = { id: newId(at), requestId: id, sentBy: caller.person, at };
        await insertNudge(trx, nudge);
        await insertOrders(
          trx,
          request.body.channels.map((channel) => ({ kind: NUDGE_KIND.name, subjectId: nudge.id, channel, dueAt: at })),
        );
        const entry = { at, actor: caller.person.id, verifiedBy: 'session', subject: id } as const;
        await addToAudit(trx, [{ ...entry, action: 'request.nudged' }]);
        afterCommit(() => signals.publish('delivery', nudge.id));
      });
    },

    /** Those who have not answered, by name. @throws ProblemError not_found */
    async unanswered(id: string, place: Parameters<typeof unansweredByName>[2], caller: Caller): Promise<Person[]> {
      await own(id, caller);
      return unansweredByName(reader, id, place);
    },

    /** Withdraws the question; the flow continues without an answer. @throws ProblemError not_found, request_closed */
    async withdraw(id: string, reason: string, caller: Caller): Promise<void> {
      await own(id, caller);
      const isClosed = await units.run((unit) => broker.withdraw(unit, id, { person: caller.person, reason }, now()));
      if (!isClosed) throw closed();
    },

    /** The requests as their asker sees them. */
    view: (requests: Request[]): Promise<SentRequest[]> => viewOf(reader, requests, now()),
  };
}

const isCarried = ({ body: { channels, fallback } }: Request, open: string[]): boolean =>
  [...channels, ...fallback].some((channel) => open.includes(channel));

/** All that the API says of a person in these lists. */
export const nameOnly = ({ id, displayName }: Person): SentRequest['waitsFor'][number] => ({ id, displayName });

const closed = (): ProblemError => new ProblemError('request_closed', 'The question is not asked any more.');

async function viewOf(reader: Knex, requests: Request[], now: number): Promise<SentRequest[]> {
  const ids = requests.map(({ id }) => id);
  const open = requests.filter((request) => stateAt(request, now) === 'waiting').map(({ id }) => id);
  const [nudges, waitsFor, unreached] = await Promise.all([
    lastNudges(reader, ids),
    firstUnanswered(reader, open, NAMED),
    firstUnreached(reader, open),
  ]);
  return requests.map((request) =>
    toSent({
      request,
      waitsFor: waitsFor.get(request.id) ?? [],
      unreached: unreached.get(request.id) ?? NOBODY_UNREACHED,
      nudgedAt: nudges.get(request.id) ?? null,
      now,
    }),
  );
}

interface Sent {
  request: Request;
  waitsFor: Person[];
  unreached: Unreached;
  nudgedAt: number | null;
  now: number;
}

function toSent({ request, waitsFor, unreached, nudgedAt, now }: Sent): SentRequest {
  const { id, executionId, flowId, strategy, raisedAt, expiresAt, closedAt, assigneeCount, answeredCount } = request;
  const { flowName, title, outcome } = present(request, false, now);
  const status = stateAt(request, now);
  return {
    id,
    executionId,
    flowId,
    flowName,
    label: request.body.label,
    title,
    strategy,
    status,
    raisedAt: toIso(raisedAt),
    expiresAt: toIso(expiresAt),
    closedAt: toIsoOrNull(closedAt),
    progress: progressOf(request),
    waitsFor: waitsFor.map(nameOnly),
    waitsForCount: status === 'waiting' ? assigneeCount - answeredCount : 0,
    unreached,
    nudgedAt: toIsoOrNull(nudgedAt),
    outcome: outcome && outcome.text,
    outcomeSaid: outcome?.said,
  };
}
