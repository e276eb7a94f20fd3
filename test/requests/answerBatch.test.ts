import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../../server/requests/requestRules.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { aSubmission, requestIdOf, seedToken } from '../support/seeds.ts';
import { until } from '../support/until.ts';
import { PEOPLE, expectWhole, openHot, prepareRequests } from './hotPaths.ts';

const HOT_PATHS = fileURLToPath(new URL('hotPaths.ts', import.meta.url));

const words = (verdicts: Verdict[]) =>
  verdicts.map((verdict) => (verdict.accepted ? verdict.request.status : verdict.refusal));

/** Another process; `lines` are the complete lines that it printed after a word. */
function startChild(...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', HOT_PATHS, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (data) => (output += data));
  const lines = (word: string) =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1));
  return { child, lines };
}

describe('the batch of answers', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const executionOf = (id: string) => db()('executions').where({ id }).first();

    it('decides all answers of one batch, even several to one request', async () => {
      const hot = openHot(store.units);
      await prepareRequests(store.units, hot, [
        { executionId: 'all', strategy: 'all' },
        { executionId: 'any', strategy: 'any' },
      ]);
      const both = PEOPLE.flatMap((person) => ['all', 'any'].map((id) => aSubmission(requestIdOf(id), person)));
      const again = aSubmission(requestIdOf('all'), 'ada', { id: 'again' });
      const nowhere = aSubmission('nowhere', 'ada');
      const verdicts = await Promise.all([...both, again, nowhere].map((each) => hot.answers.add(each)));
      expect(hot.batchSizes).to.deep.equal([10]);
      expect(words([verdicts[9]!])).to.deep.equal(['not_found']);
      expect(words(verdicts.filter((_, n) => n < 8 && n % 2 === 0))).to.deep.equal([
        'waiting',
        'waiting',
        'waiting',
        'completed',
      ]);
      expect(words(verdicts.filter((_, n) => n < 8 && n % 2 === 1))).to.deep.equal([
        'completed',
        ...Array(3).fill('request_closed'),
      ]);
      expect(words([verdicts[8]!])).to.deep.equal(['already_responded']);
      expect(await expectWhole(store.db, [])).to.equal(5);
      expect(await executionOf('all')).to.include({ wake_seq: 1 });
    });

    it('survives a storm: everybody, three times, with strangers and tokens', async () => {
      const hot = openHot(store.units);
      const random = randomNumbers(7);
      const raises = Array.from({ length: 100 }, (_, n) => ({
        executionId: `s${n}`,
        strategy: n % 2 ? ('all' as const) : ('any' as const),
      }));
      await prepareRequests(store.units, hot, raises);
      const hashes = new Map<string, string>();
      for (const { executionId } of raises)
        hashes.set(executionId, await seedToken(db(), requestIdOf(executionId), 'ada'));
      const submissions = raises.flatMap(({ executionId }) => {
        const id = requestIdOf(executionId);
        const tokenHash = hashes.get(executionId)!;
        return [
          ...PEOPLE.map((person) => aSubmission(id, person)),
          ...PEOPLE.map((person) => aSubmission(id, person)),
          ...PEOPLE.map((person) => aSubmission(id, person, { id: `another ${id} ${person}` })),
          aSubmission(id, 'ada', { id: `by mail ${id}`, tokenHash }),
          aSubmission(id, 'grace', { tokenHash }),
          aSubmission(id, 'eve'),
        ];
      });
      const accepted = new Map<string, Set<string>>();
      await Promise.all(
        shuffled(submissions, random).map(async (submission, n) => {
          for (let turn = 0; turn < n % 20; turn++) await new Promise(setImmediate); // not all in one batch
          const verdict = await hot.answers.add(submission);
          if (!verdict.accepted) return;
          const key = `${submission.requestId}/${submission.person}`;
          accepted.set(key, (accepted.get(key) ?? new Set()).add(submission.id));
        }),
      );
      for (const [key, ids] of accepted) expect([...ids], `one submission each: ${key}`).to.have.length(1);
      const told = [...accepted].map(([key, ids]) => [key, [...ids][0]]);
      const stored = await store.db.reader('responses');
      expect(new Map(stored.map((row) => [`${row.request_id}/${row.person}`, row.submission_id]))).to.deep.equal(
        new Map(told as [string, string][]),
      );
      expect(await expectWhole(store.db, accepted.keys())).to.equal(50 + 50 * PEOPLE.length);
      expect(Math.max(...hot.batchSizes)).to.be.greaterThan(10);
    });

    it('stores all others if the database refuses one answer', async () => {
      const hot = openHot(store.units);
      const raises = Array.from({ length: 120 }, (_, n) => ({ executionId: `p${n}`, strategy: 'any' as const }));
      await prepareRequests(store.units, hot, raises);
      const ids = raises.map(({ executionId }) => requestIdOf(executionId));
      const poison = { verifiedBy: null as never }; // a null where none is allowed
      const outcomes = await Promise.allSettled(
        ids.map((id, n) => hot.answers.add(aSubmission(id, 'ada', n === 77 ? poison : {}))),
      );
      expect(outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).to.deep.equal([77]);
      expect(
        await expectWhole(
          store.db,
          ids.filter((_, n) => n !== 77).map((id) => `${id}/ada`),
        ),
      ).to.equal(119);
      expect(hot.batchSizes.length).to.be.lessThan(20);
    });

    it('has one winner for each if processes answer the same at once', async function () {
      this.timeout(60_000);
      const hot = openHot(store.units);
      const raises = Array.from({ length: 60 }, (_, n) => ({
        executionId: `m${n}`,
        strategy: n % 2 ? ('all' as const) : ('any' as const),
      }));
      await prepareRequests(store.units, hot, raises);
      const children = ['1', '2'].map((seed) => startChild('answer', store.url, seed));
      await until(() => children.every(({ lines }) => lines('ready').length === 1), 30_000);
      const ends = children.map(({ child }) => once(child, 'close'));
      for (const { child } of children) child.stdin.write('go');
      for (const end of ends) expect((await end)[0], 'its exit code').to.equal(0);
      const won = children.flatMap(({ lines }) => lines('answered'));
      expect(new Set(won).size).to.equal(won.length);
      expect(await expectWhole(store.db, won))
        .to.equal(won.length)
        .and.to.equal(30 + 30 * PEOPLE.length);
    });

    it('loses nothing that was acknowledged when the process is killed', async function () {
      this.timeout(90_000);
      const random = randomNumbers(11);
      for (let round = 0; round < 3; round++) {
        const { child, lines } = startChild('write', store.url, `k${round}`);
        const enough = 20 + Math.floor(random() * 150);
        await until(() => lines('answered').length >= enough, 30_000);
        child.kill('SIGKILL');
        await once(child, 'close');
        if (name === 'PostgreSQL') await until(isAlone); // the server aborted the running ones
        await expectWhole(store.db, lines('answered'));
        const asked = new Set(await db()('requests').pluck('id'));
        expect(lines('raised').filter((id) => !asked.has(id))).to.deep.equal([]);
      }
    });

    async function isAlone(): Promise<boolean> {
      const { rows } = await db().raw(
        `select count(*) as n from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`,
      );
      return rows[0].n === 0;
    }
  });
});
