import type { Db } from '../../foundation/database/statements.ts';
import { conversationKey } from './conversationStore.ts';
import { afterTurn, turnOf } from './turnRules.ts';
import { dueHeads, flowsDue, startersDue, type Head, type Origin, type Page } from './turnStore.ts';

/** A delivery whose attempt may begin, and in whose turn. */
export interface Turn extends Head {
  origin: Origin;
}

export interface Asked {
  channel: string;
  places: number;
  /** Whose turns are under way on the channel. */
  underWay: Origin[];
  now: number;
  holdSince: number;
}

/** Shares the places of a channel among flows, and those of a flow among its starters: who floods, waits for himself. */
export interface FairShare {
  /** What to begin next, at most one of each conversation. */
  next(asked: Asked): Promise<Turn[]>;
}

/** So many flows, and starters of a flow, are looked at together; those after them are the first to be looked at next. */
const MOST_WAITING = 100;

export function createFairShare(reader: Db): FairShare {
  /** The flow that was served last on a channel, and the starter of a flow on a channel. */
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

/** Gives one turn after the other, from what is due now. */
async function createRound(
  reader: Db,
  asked: Asked,
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

/** Who waits; who was served longest ago stands first. */
interface Queue {
  names: string[];
}

/** What the next in turn takes; who finds nothing to take leaves the queue. */
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

/** Names in their order, round: those behind the one who was served last stand first. */
async function namesInTurn(list: (page: Page) => Promise<string[]>, last: string | undefined): Promise<string[]> {
  const behind = await list({ after: last ?? null, limit: MOST_WAITING });
  if (last === undefined || behind.length === MOST_WAITING) return behind;
  const fromFirst = await list({ after: null, limit: MOST_WAITING - behind.length });
  return [...new Set([...behind, ...fromFirst])];
}
