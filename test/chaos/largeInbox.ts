import { percentiles } from '../../bench/load.ts';
import { fillInboxes } from '../support/largeInbox.ts';
import { openFreely } from '../support/openStore.ts';
import type { Finding } from './finding.ts';
import { setStage } from './stage.ts';

const LIGHT = 30;
const LOOKS = 300;
const MOST_TIMES = 2;
const RARE = 10;

/** Two people take turns reading their inboxes, one of which is very large. */
export async function readLargeInbox(databaseUrl: string, entries: number): Promise<Finding> {
  const stage = await setStage({ databaseUrl, seed: 1 });
  try {
    await fill(databaseUrl, entries, stage.sandbox.tenant.people);
    const look = async (person: string) => {
      const startedAt = performance.now();
      const page = await stage.clients.call(person, 'GET', '/user/notifications');
      if (page?.status !== 200) throw new Error(`an inbox was answered with ${page?.status}`);
      return performance.now() - startedAt;
    };
    const [heavy, light]: [number[], number[]] = [[], []];
    for (let n = 0; n < LOOKS; n++) {
      heavy.push(await look(HEAVY));
      light.push(await look(OTHER));
    }
    const [ms, lightMs] = [heavy, light].map((durations) => percentiles(durations.slice(LOOKS / 10)).p99Ms!) as [
      number,
      number,
    ];
    return {
      fault: `an inbox of ${entries} entries`,
      bound: `p99 of a page at most ${MOST_TIMES} times that of an inbox of ${LIGHT}`,
      measured: `${ms.toFixed(1)} ms and ${lightMs.toFixed(1)} ms`,
      isKept: ms <= lightMs * MOST_TIMES,
    };
  } finally {
    await stage.close();
  }
}

const HEAVY = 'grace@sandbox.test';
const OTHER = 'alan@sandbox.test';

async function fill(
  databaseUrl: string,
  entries: number,
  people: { id: string; mail?: string | null }[],
): Promise<void> {
  const idOf = (address: string) => people.find(({ mail }) => mail === address)!.id;
  const names = { heavy: idOf(HEAVY), light: idOf(OTHER) };
  const db = await openFreely(databaseUrl);
  try {
    await fillInboxes(db.writer, {
      heavy: entries,
      light: LIGHT,
      rare: RARE,
      mostly: 'pending',
      now: Date.now(),
      names,
    });
    if (db.kind === 'postgres') await db.writer.raw('analyze'); // production does this by itself within minutes
  } finally {
    await db.close();
  }
}
