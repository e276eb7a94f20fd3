import { expect } from 'chai';
import type { FlowDefinition, FlowNode } from '../../contract/flows.ts';
import type { CheckedFlow } from '../../contract/nodeTypes.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';

function withAuthors() {
  const tenant = readTenant();
  for (const person of tenant.people) if (person.key === 'radia') person.appRoles = ['Author'];
  return tenant;
}

const flowOf = (variables: object[], nodes: FlowNode[] = []): FlowDefinition => ({
  id: 'costly',
  name: 'Costly',
  nodes: [
    { id: 'start', type: 'start', config: { variables: variables as never } },
    ...nodes,
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [{ from: 'start', to: 'end' }],
});

const set = (id: string, values: Record<string, string>): FlowNode => ({ id, type: 'set', config: { values } });
const named = <Value>(count: number, value: (n: number) => Value): Record<string, Value> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, value(n)]));

describe('A definition that is slow to check', () => {
  const stage = useStage({
    config: { key: '5'.repeat(64) },
    limits: { checkingSecondsPerMinute: 3 },
    sandboxOptions: { tenant: withAuthors() },
  });

  /** How long the event loop was blocked during the work, in ms. */
  async function blockedMs(work: () => Promise<unknown>): Promise<number> {
    let longest = 0;
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const before = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 5));
        longest = Math.max(longest, performance.now() - before);
      }
    })();
    await work();
    await new Promise((resolve) => setTimeout(resolve, 20));
    isOver = true;
    await watching;
    return longest;
  }

  it('is rejected at once if its patterns have very many states', async () => {
    const letters = 'a'.repeat(400);
    const regexes = [
      (n: number) => `(?:${n}${letters}){1000}`,
      (n: number) => `(?:(?:(?:${n}${letters}){10}){10}){10}`,
      (n: number) => `(?:${'('.repeat(150)}a${n}${')'.repeat(150)}){1000}`,
    ];
    const variables = Array.from({ length: 60 }, (_, n) => ({
      name: `a${n}`,
      type: 'text',
      validation: { regex: regexes[n % regexes.length]!(n) },
    }));
    const inExpressions = named(20, (n) => `$match("a", /(?:(?:(?:${n}${letters}${letters}){10}){10}){10}/)`);
    const definition = flowOf(variables, [set('all', inExpressions)]);
    const took = await blockedMs(async () => {
      const { body } = await stage.ada.call<CheckedFlow>('POST', '/flows/check', definition);
      const told = Object.entries(body.checks);
      expect(told.filter(([, { id }]) => id === 'patternLarge')).to.have.length(60);
      expect(told.filter(([, { id }]) => id === 'expressionPattern')).to.have.length(20);
    });
    expect(took).to.be.below(2000);
  });

  it('is refused when its time is up, and then at once; nobody else is', async () => {
    const costly = (seed: string) =>
      flowOf(
        [],
        [...'abcdefgh'].map((part) =>
          set(
            part,
            named(12, (n) => `${seed}${part}${n}${'.b.%'.repeat(1700)}`),
          ),
        ),
      );
    const took = await blockedMs(async () => {
      for (const seed of ['x', 'y']) {
        const answered = await stage.radia.call('POST', '/flows/check', costly(seed));
        expect(answered.headers.get('retry-after')).to.equal('60');
        expectProblem(answered, 429, 'limit_reached');
      }
    });
    expect(took).to.be.below(6000);
    const atOnce = await blockedMs(async () => {
      const body = { definition: costly('z'), variables: {}, given: {} };
      expectProblem(await stage.radia.call('POST', '/flows/try', body), 429, 'limit_reached');
      expectProblem(await stage.radia.call('POST', '/flows', costly('z')), 429, 'limit_reached');
    });
    expect(atOnce).to.be.below(1000);
    const { status, body } = await stage.ada.call<CheckedFlow>('POST', '/flows/check', flowOf([]));
    expect([status, body.checks]).to.deep.equal([200, {}]);
  });

  it('names the pattern that is slow on the longest text', async () => {
    const regex = '(?:.|x)*a.{900}c';
    const fields = { long: {}, short: { max: 2000 } };
    const variables = Object.entries(fields).map(([name, bounds]) => ({
      name,
      type: 'textarea',
      validation: { regex: `${regex}.{900}`, ...bounds },
    }));
    const { body } = await stage.ada.call<CheckedFlow>('POST', '/flows/check', flowOf(variables));
    expect(body.checks).to.deep.equal({
      'nodes.start.config.variables.0.validation.regex': { id: 'patternLarge', values: {} },
    });
  });

  it('lets others have their turn while the patterns of one answer are tried', async () => {
    const variables = Array.from({ length: 60 }, (_, n) => ({
      name: `a${n}`,
      type: 'textarea',
      validation: { regex: `(?:.|${n})*a.{900}c` },
    }));
    let state = 1;
    const text = () =>
      Array.from({ length: 15_000 }, () => 'ab'[(state = (state * 48_271) % 2_147_483_647) & 1]).join('');
    const body = {
      definition: flowOf(variables),
      variables: Object.fromEntries(variables.map(({ name }) => [name, text()])),
      given: {},
    };
    const took = await blockedMs(async () =>
      expectProblem(await stage.ada.call('POST', '/flows/try', body), 422, 'validation_failed'),
    );
    expect(took).to.be.below(6000);
  });
});
