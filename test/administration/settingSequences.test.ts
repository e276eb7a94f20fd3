import { expect } from 'chai';
import fc from 'fast-check';
import type { SettingList } from '../../contract/settings.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

const RUNS = 5;
const SECRET = 'never-to-be-read-again';
const GROUP = '20000000-0000-4000-8000-000000000002';

/** Values to store, null to delete, and values that are refused. */
const VALUES: Record<string, { good: unknown[]; bad: unknown[] }> = {
  authorGroupIds: { good: [[], [GROUP], [GROUP.toUpperCase(), GROUP], null], bad: ['Legal', [1], {}] },
  searchIndex: { good: ['documents', 'other', null], bad: ['Not An Index', '', 7] },
  enableSearchAcl: { good: [true, false, null], bad: ['yes', 1] },
  docSiteAdminClientSecret: { good: [SECRET, `${SECRET}-2`, null], bad: [7, ''] },
};
const INITIAL: Record<string, unknown> = { authorGroupIds: [], searchIndex: null, enableSearchAcl: false };

type Change = Record<string, { value: unknown; isGood: boolean }>;
const aValue = (name: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VALUES[name]!.good).map((value) => ({ value, isGood: true })) },
    { weight: 1, arbitrary: fc.constantFrom(...VALUES[name]!.bad).map((value) => ({ value, isGood: false })) },
  );
const aChange: fc.Arbitrary<Change> = fc
  .subarray(Object.keys(VALUES), { minLength: 1 })
  .chain((names) => fc.tuple(...names.map((name) => aValue(name).map((value) => [name, value] as const))))
  .map((entries) => Object.fromEntries(entries));

type State = Record<string, unknown>;
const isGood = (change: Change): boolean => Object.values(change).every((each) => each.isGood);

/** What is shown after a change: everything of it, or nothing. */
function stateAfter(state: State, change: Change): State {
  if (!isGood(change)) return state;
  const values = Object.entries(change).map(([name, { value }]): [string, unknown] => {
    if (name === 'docSiteAdminClientSecret') return [name, value !== null];
    if (value === null) return [name, INITIAL[name]];
    return [name, Array.isArray(value) ? value.map((id) => String(id).toLowerCase()) : value];
  });
  return { ...state, ...Object.fromEntries(values) };
}

forEachDatabase((database, openUrl) =>
  describe('Settings that are changed in any order, by two administrators at once', function () {
    this.timeout(120_000);
    let sandbox: Sandbox;
    const products: TestProduct[] = [];
    let here: Client;
    let there: Client;

    before(async () => {
      sandbox = await startSandbox({ portBase: 0 });
      const databaseUrl = await openUrl();
      const config = { key: 'cd'.repeat(32) };
      for (let n = 0; n < (database === 'PostgreSQL' ? 2 : 1); n++)
        products.push(await startProduct({ sandbox, databaseUrl, config, withLoops: false }));
      here = await products[0]!.as('ada@sandbox.test');
      there = await products.at(-1)!.as('ada@sandbox.test');
    });
    after(async () => {
      for (const product of products) await product.close();
      await sandbox?.close();
    });

    async function seenBy(client: Client): Promise<State> {
      const { body } = await client.call<SettingList>('GET', '/settings');
      expect(JSON.stringify(body)).to.not.include(SECRET);
      const shown = body.items.filter(({ name }) => name in VALUES);
      return Object.fromEntries(
        shown.map(({ name, isSecret, isSet, value }) => [name, isSecret ? isSet : (value ?? null)]),
      );
    }

    async function change(client: Client, asked: Change): Promise<void> {
      const body = Object.fromEntries(Object.entries(asked).map(([name, { value }]) => [name, value]));
      const answer = await client.call('PATCH', '/settings', body);
      expect(answer.status, JSON.stringify([body, answer.body])).to.equal(isGood(asked) ? 200 : 422);
      expect(JSON.stringify(answer.body)).to.not.include(SECRET);
    }

    it('are what one after the other would leave, on every server, and the audit is whole', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(aChange, fc.option(aChange)), { minLength: 1, maxLength: 6 }),
          async (steps) => {
            for (const [one, other] of steps) {
              const before = await seenBy(here);
              await Promise.all([change(here, one), ...(other ? [change(there, other)] : [])]);
              const orders = other
                ? [stateAfter(stateAfter(before, one), other), stateAfter(stateAfter(before, other), one)]
                : [stateAfter(before, one)];
              const found = await seenBy(here);
              expect(orders, JSON.stringify({ before, one, other, found, orders })).to.deep.include(found);
              expect(await seenBy(there)).to.deep.equal(found);
            }
            const verified = await here.call<{ ok: boolean }>('POST', '/audit/verify');
            expect(verified.status).to.equal(200);
            expect(verified.body.ok, JSON.stringify(verified.body)).to.equal(true);
          },
        ),
        { numRuns: RUNS, endOnFailure: true },
      );
    });
  }),
);
