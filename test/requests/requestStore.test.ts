import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { answerBatch, readKnown } from '../../server/requests/answerBatch.ts';
import {
  closeRequests,
  closedRequests,
  findByTemplate,
  findExpired,
  findRequest,
  openRequestsOf,
  requestsOfExecution,
  responseOf,
  responsesOf,
} from '../../server/requests/requestStore.ts';
import type { Submission, Verdict } from '../../server/requests/requestRules.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { randomNumbers, shuffled } from '../support/random.ts';
import { NOW, aRequest, aSubmission, requestIdOf, seedToken, seedWaiting } from '../support/seeds.ts';
import { until } from '../support/until.ts';
import { PEOPLE, expectWhole, openHot, prepareRequests } from './hotPaths.ts';

const HOT_PATHS = fileURLToPath(new URL('hotPaths.ts', import.meta.url));

const words = (verdicts: Verdict[]) => verdicts.map((verdict) => (verdict.accepted ? verdict.status : verdict.refusal));

/** Another process; `lines` are what it printed after a word, as far as its lines are whole. */
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

describe('request store', () => {
  forEachDatabase((name, openUrl) => {
    const store = useStore(openUrl);
    const db = () => store.db.writer;
    const answer = (submissions: Submission[], now = NOW) =>
      store.units.run(({ trx }) => answerBatch(trx, submissions, now)).then(({ verdicts }) => verdicts);
    const executionOf = (id: string) => db()('executions').where({ id }).first();

    it('gives back what it was given', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      const { body, ...request } = aRequest('e', { strategy: 'all', assigneeCount: 2 });
      const expected = {
        ...request,
        body,
        status: 'waiting',
        answeredCount: 0,
        version: 1,
        closedAt: null,
        outcome: null,
      };
      const found = await findRequest(db(), request.id);
      expect(found).to.deep.include(expected);
      expect(await findByTemplate(db(), request.templateId)).to.deep.equal(found);
      expect(await requestsOfExecution(db(), 'e')).to.deep.equal([found]);
      expect([await findRequest(db(), 'nowhere'), await findByTemplate(db(), 'nowhere')]).to.deep.equal([null, null]);
    });

    it('tells responses in the order in which they were accepted, with what was said', async () => {
      await seedWaiting(db(), 'e', PEOPLE, { strategy: 'all' });
      await seedWaiting(db(), 'f', PEOPLE);
      const id = requestIdOf('e');
      await answer([aSubmission(id, 'grace', { payload: '{"values":{"a":"ü"}}' })], NOW + 1);
      await answer([aSubmission(id, 'ada')], NOW + 2);
      const responses = await responsesOf(db(), [id, requestIdOf('f')]);
      expect(responses.get(id)!.map(({ person, at }) => [person, at])).to.deep.equal([
        ['grace', NOW + 1],
        ['ada', NOW + 2],
      ]);
      expect(responses.get(id)![0]).to.deep.equal(await responseOf(db(), id, 'grace'));
      expect(responses.get(id)![0]).to.include({
        payload: '{"values":{"a":"ü"}}',
        channel: 'email',
        verifiedBy: 'token',
      });
      expect(await responseOf(db(), id, 'linus')).to.equal(null);
      expect(responses.has(requestIdOf('f'))).to.equal(false);
    });

    it('knows of each attempt its request, its assignee, its response and its token', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      const id = requestIdOf('e');
      const tokenHash = await seedToken(db(), id, 'ada', NOW);
      await answer([aSubmission(id, 'grace')]);
      const attempts = [
        aSubmission(id, 'ada', { tokenHash }),
        aSubmission(id, 'grace'),
        aSubmission(id, 'eve'),
        aSubmission('nowhere', 'ada', { tokenHash: 'unknown' }),
        aSubmission(id, 'ada', { tokenHash, channel: 'teams' }), // of another channel: as if there were none
      ];
      const known = await readKnown(db(), attempts, NOW);
      expect(known.map(({ request }) => request?.answeredCount)).to.deep.equal([1, 1, 1, undefined, 1]);
      expect(known.map(({ isAssignee }) => isAssignee)).to.deep.equal([true, true, false, false, true]);
      expect(known.map(({ respondedWith }) => respondedWith)).to.deep.equal([undefined, `${id}/grace`, ...Array(3)]);
      const token = { requestId: id, person: 'ada', isUsed: false, isExpired: true };
      expect(known.map((each) => each.token)).to.deep.equal([token, ...Array(4)]);
    });

    it('closes what is open and expired, once, and hands it over', async () => {
      for (const [n, id] of ['late', 'later', 'open', 'answered'].entries())
        await seedWaiting(db(), id, ['ada'], { expiresAt: id === 'open' ? NOW + 999 : NOW + 10 + n });
      await answer([aSubmission(requestIdOf('answered'), 'ada')]);
      const expired = await findExpired(db(), NOW + 50, 10);
      expect(expired).to.deep.equal(['late', 'later'].map(requestIdOf));
      expect(await findExpired(db(), NOW + 10, 10)).to.deep.equal([requestIdOf('late')]);
      expect(await findExpired(db(), NOW + 50, 1)).to.have.length(1);
      const all = [...expired, requestIdOf('answered'), 'nowhere'];
      const close = () => closeRequests(db(), all, 'timed_out', 'Nobody answered.', NOW + 60);
      expect((await close()).map(({ executionId }) => executionId).sort()).to.deep.equal(['late', 'later']);
      expect(await close()).to.deep.equal([]);
      expect(await findRequest(db(), requestIdOf('late'))).to.include({
        ...{ status: 'timed_out', closedAt: NOW + 60, version: 2, outcome: 'Nobody answered.' },
      });
      expect(await findRequest(db(), requestIdOf('answered'))).to.include({ status: 'completed' });
      const closed = await closedRequests(db(), [...all, requestIdOf('open')]);
      expect(closed.map(({ executionId }) => executionId).sort()).to.deep.equal(['answered', 'late', 'later']);
      expect(await closedRequests(db(), [])).to.deep.equal([]);
      expect(await openRequestsOf(db(), ['late', 'open', 'answered'])).to.deep.equal([requestIdOf('open')]);
    });

    it('consumes a token with the answer that it lets in, and leaves it when the answer is refused', async () => {
      for (const id of ['e', 'f']) await seedWaiting(db(), id, ['ada', 'grace'], { strategy: 'all' });
      const [first, second] = [
        await seedToken(db(), requestIdOf('e'), 'ada'),
        await seedToken(db(), requestIdOf('f'), 'ada'),
      ];
      const withToken = aSubmission(requestIdOf('e'), 'ada', { tokenHash: first });
      const refused = aSubmission(requestIdOf('f'), 'grace', { tokenHash: second });
      expect(words(await answer([withToken, refused], NOW + 7))).to.deep.equal(['waiting', 'not_assignee']);
      const used = () => db()('tokens').orderBy('hash').pluck('used_at');
      expect(await used()).to.deep.equal([NOW + 7, null]);
      const again = { ...withToken, id: 'again' };
      expect(words(await answer([withToken, again], NOW + 8))).to.deep.equal(['waiting', 'link_unusable']);
      expect(await used()).to.deep.equal([NOW + 7, null]);
    });

    it('leaves of a late answer an audit row and nothing else', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace']);
      const id = requestIdOf('e');
      const tokenHash = await seedToken(db(), id, 'grace', NOW + 5000);
      await answer([aSubmission(id, 'ada')]);
      const before = await contents();
      expect(words(await answer([aSubmission(id, 'grace', { tokenHash })], NOW + 3))).to.deep.equal(['request_closed']);
      const { audit: newer, ...after } = await contents();
      const { audit: older, ...others } = before;
      expect(after).to.deep.equal(others);
      expect(newer!.slice(older!.length)).to.have.length(1);
      expect(newer!.at(-1)).to.include({
        action: 'request.answer_refused',
        actor: 'grace',
        subject: id,
        at: NOW + 3,
        channel: 'email',
      });
      expect(JSON.stringify(newer)).not.to.include('yes');
    });

    it('leaves nothing of any other refusal', async () => {
      await seedWaiting(db(), 'e', ['ada', 'grace'], { strategy: 'all' });
      const id = requestIdOf('e');
      await answer([aSubmission(id, 'ada')]);
      const before = await contents();
      const refused = [
        aSubmission(id, 'eve'),
        aSubmission('nowhere', 'ada'),
        aSubmission(id, 'ada', { id: 'second thoughts' }),
        aSubmission(id, 'grace', { tokenHash: 'unknown' }),
      ];
      expect(words(await answer(refused))).to.deep.equal([
        'not_assignee',
        'not_found',
        'already_responded',
        'link_unusable',
      ]);
      expect(words(await answer([aSubmission(id, 'ada')])), 'the same again').to.deep.equal(['waiting']);
      expect(await contents()).to.deep.equal(before);
    });

    async function contents(): Promise<Record<string, object[]>> {
      const tables = [
        'requests',
        'responses',
        'notifications',
        'tokens',
        'executions',
        'audit',
        'deliveries',
        'prompt_templates',
      ];
      return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await db()(table)])));
    }

    it('decides all answers of one batch, also several to one request', async () => {
      const hot = openHot(store.units);
      await prepareRequests(store.units, hot, [
        { executionId: 'all', strategy: 'all' },
        { executionId: 'any', strategy: 'any' },
      ]);
      const both = PEOPLE.flatMap((person) => ['all', 'any'].map((id) => aSubmission(requestIdOf(id), person)));
      const again = aSubmission(requestIdOf('all'), 'ada', { id: 'again' });
      const first = hot.answers.add(aSubmission('nowhere', 'ada')); // goes at once, alone; the others gather meanwhile
      const verdicts = await Promise.all([...both, again].map((each) => hot.answers.add(each)));
      expect(words([await first])).to.deep.equal(['not_found']);
      expect(hot.batchSizes).to.deep.equal([1, 9]);
      expect(words(verdicts.filter((_, n) => n < 8 && n % 2 === 0))).to.deep.equal([
        'waiting',
        'waiting',
        'waiting',
        'completed',
      ]);
      expect(words(verdicts.filter((_, n) => n % 2 === 1))).to.deep.equal([
        'completed',
        ...Array(3).fill('request_closed'),
      ]);
      expect(words([verdicts[8]!])).to.deep.equal(['already_responded']);
      expect(await expectWhole(store.db, [])).to.equal(5);
      expect(await executionOf('all')).to.include({ wake_seq: 1 });
    });

    it('survives a storm: everybody, three times, with foreigners and tokens', async () => {
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

    it('stores all neighbours of an answer that the database refuses', async () => {
      const hot = openHot(store.units);
      const raises = Array.from({ length: 120 }, (_, n) => ({ executionId: `p${n}`, strategy: 'any' as const }));
      await prepareRequests(store.units, hot, raises);
      const ids = raises.map(({ executionId }) => requestIdOf(executionId));
      const poison = { submission: null as never }; // what must not be null, is
      const outcomes = await Promise.allSettled(
        ids.map((id, n) => hot.answers.add(aSubmission(id, 'ada', n === 77 ? { payload: poison.submission } : {}))),
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

    it('has one winner for each when processes answer the same at once', async function () {
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
        if (name === 'PostgreSQL') await until(isAlone); // the server ends what was under way
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
