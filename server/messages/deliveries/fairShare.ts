import type { Db } from '../../foundation/database/statements.ts';
import { conversationKey } from './conversationStore.ts';
import { afterTurn, turnOf } from './turnRules.ts';
import { dueHeads, flowsDue, startersDue, type Head, type Origin, type Page } from './turnStore.ts';

/** A delivery whose attempt may begin, and the flow and starter it counts for. */
export interface Turn extends Head {
  origin: Origin;
}

export interface ShareQuery {
  channel: string;
  places: number;
  /** The attempts under way on the channel, by flow and starter. */
  underWay: Origin[];
  now: number;
  holdSince: number;
}

/**
 * Shares a channel's places fairly among flows, and a flow's among its starters: a flood only delays its own starter.
 */
export interface FairShare {
  /** What to start next, at most one per conversation. */
  next(asked: ShareQuery): Promise<Turn[]>;
}

/** How many flows, or starters of a flow, are considered at a time; those after them come first next time. */
const MOST_WAITING = 100;

export function createFairShare(reader: Db): FairShare {
  /** The last served flow per channel, and the last served starter per flow and channel. */
  const servedLast = new Map<string, string>();

  return {
    async next(asked) {
      const turns: Turn[] = [];
      const nextTurn = await createRound(reader, asked, servedLast);
      while (turns.length < asked.places) {
        const turn = await nextTurn();
        if (turn === null) break;
        turns.push(turn);
      }
      return turns;
    },
  };
}

/** Hands out one turn after another from what is due now. */
async function createRound(
  reader: Db,
  asked: ShareQuery,
  servedLast: Map<string, string>,
): Promise<() => Promise<Turn | null>> {
  const { channel, now } = asked;
  const underWay = [...asked.underWay];
  const talkedTo = new Set<string>();
  const starters = new Map<string, Queue>();
  const heads = new Map<string, Head[]>();
  const flows: Queue = {
    names: await namesInTurn((page) => flowsDue(reader, channel, now, page), servedLast.get(channel)),
  };

  async function headOf(origin: Origin): Promise<Head | null> {
    const key = `${origin.flowId} ${origin.startedBy}`;
    const due = heads.get(key) ?? (await dueHeads(reader, { channel, ...origin }, { ...asked, limit: asked.places }));
    heads.set(key, due);
    return due.find((head) => !talkedTo.has(conversationKey(head))) ?? null;
  }

  async function turnOfFlow(flowId: string): Promise<Turn | null> {
    const last = servedLast.get(`${channel} ${flowId}`);
    const list = (page: Page) => startersDue(reader, { channel, flowId }, now, page);
    const queue = starters.get(flowId) ?? { names: await namesInTurn(list, last) };
    starters.set(flowId, queue);
    const countOf = (name: string) => count(underWay, (each) => each.flowId === flowId && each.startedBy === name);
    return nextOf(queue, countOf, async (startedBy) => {
      const origin = { flowId, startedBy };
      const head = await headOf(origin);
      return head && { ...head, origin };
    });
  }

  return async () => {
    const countOf = (name: string) => count(underWay, ({ flowId }) => flowId === name);
    const turn = await nextOf(flows, countOf, turnOfFlow);
    if (turn === null) return null;
    const { flowId, startedBy } = turn.origin;
    servedLast.set(channel, flowId);
    servedLast.set(`${channel} ${flowId}`, startedBy);
    talkedTo.add(conversationKey(turn));
    underWay.push(turn.origin);
    return turn;
  };
}

/** Names that wait; the one served longest ago is first. */
interface Queue {
  names: string[];
}

/** Takes for the next name in turn; a name with nothing to take leaves the queue. */
async function nextOf<T>(
  queue: Queue,
  underWay: (name: string) => number,
  take: (name: string) => Promise<T | null>,
): Promise<T | null> {
  for (;;) {
    const name = turnOf(queue.names, underWay);
    if (name === null) return null;
    const taken = await take(name);
    if (taken !== null) {
      queue.names = afterTurn(queue.names, name);
      return taken;
    }
    queue.names = queue.names.filter((each) => each !== name);
  }
}

const count = <T>(list: T[], matches: (each: T) => boolean): number => list.filter(matches).length;

/** Names in rotation, starting after the one served last. */
async function namesInTurn(list: (page: Page) => Promise<string[]>, last: string | undefined): Promise<string[]> {
  const behind = await list({ after: last ?? null, limit: MOST_WAITING });
  if (last === undefined || behind.length === MOST_WAITING) return behind;
  const fromFirst = await list({ after: null, limit: MOST_WAITING - behind.length });
  return [...new Set([...behind, ...fromFirst])];
}
