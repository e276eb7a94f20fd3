import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

/** A server does not look for new keys again for this long, however many unknown ones come. */
const COOLDOWN_MS = 30_000;
const PEOPLE = ['ada', 'grace', 'alan', 'tim', 'radia', 'frances'].map((name) => `${name}@sandbox.test`);
const AT_ONCE = 24;

/** Responses by status, such as `401 unauthenticated`, with counts. */
type Tally = Record<string, number>;

/** The library that caches the keys uses the machine's clock, which is set ahead here for this process only. */
function useAheadOfTime() {
  let realNow: typeof Date.now;
  let aheadMs = 0;
  before(() => {
    realNow = Date.now;
    Date.now = () => realNow() + aheadMs;
  });
  after(() => void (Date.now = realNow));
  return (ms: number) => void (aheadMs += ms);
}

describe('the keys that sign tokens, while everybody calls (behaviour 5.1)', () => {
  const advance = useAheadOfTime();
  let sandbox: Sandbox;
  let product: TestProduct;
  /** How far the product's clock is off. */
  let skewMs = 0;

  before(async () => {
    sandbox = await startSandbox({ portBase: 0, lifetimeSeconds: 24 * 3600 });
    product = await startProduct({ sandbox, now: () => Date.now() + skewMs, steady: () => performance.now() });
  });
  after(async () => {
    await product?.close();
    await sandbox?.close();
  });
  afterEach(() => void (skewMs = 0));

  const tokensOfAll = () => Promise.all(PEOPLE.map((email) => sandbox.tokenFor(email)));

  async function call(token: string): Promise<string> {
    const response = await fetch(`${product.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    const { code = '' } = (await response.json()) as Partial<Problem>;
    return `${response.status} ${code}`.trim();
  }

  /** Calls with all of these tokens repeatedly and concurrently, until the work is done. */
  async function callMeanwhile(tokens: () => string[], work: () => Promise<void>): Promise<Tally> {
    const tally: Tally = {};
    let isOver = false;
    let turn = 0;
    const caller = async () => {
      do {
        const known = tokens();
        const answer = await call(known[turn++ % known.length]!);
        tally[answer] = (tally[answer] ?? 0) + 1;
      } while (!isOver);
    };
    const callers = Promise.all(Array.from({ length: AT_ONCE }, caller));
    await work();
    await tenEach();
    isOver = true;
    await callers;
    return tally;

    /** Resolves after every caller has had about ten more turns. */
    async function tenEach(): Promise<void> {
      const goal = turn + 10 * AT_ONCE;
      while (turn < goal) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('may change under load: nobody with a valid token is refused', async () => {
    const held = await tokensOfAll();
    expect(
      await callMeanwhile(
        () => held,
        async () => {},
      ),
    ).to.have.all.keys('200');
    advance(COOLDOWN_MS + 1_000);
    const tally = await callMeanwhile(
      () => held,
      async () => {
        await sandbox.identity.rotateKeys();
        held.push(...(await tokensOfAll()));
      },
    );
    expect(tally).to.have.all.keys('200');
    expect(tally['200']).to.be.above(10 * AT_ONCE);
  });

  it('that change twice within half a minute make only holders of the newest wait for the rest of it', async () => {
    const earlier = await tokensOfAll();
    advance(COOLDOWN_MS + 1_000);
    await sandbox.identity.rotateKeys();
    const [asked, ...held] = await tokensOfAll();
    expect(await call(asked!), 'by which the keys are fetched').to.equal('200');
    await sandbox.identity.rotateKeys();
    const newest = await tokensOfAll();
    expect(
      await callMeanwhile(
        () => [...earlier, ...held],
        async () => {},
      ),
    ).to.have.all.keys('200');
    expect(
      await callMeanwhile(
        () => newest,
        async () => {},
      ),
    ).to.have.all.keys('401 unauthenticated');
    advance(COOLDOWN_MS + 1_000);
    const all = [...newest, ...earlier, ...held];
    expect(
      await callMeanwhile(
        () => all,
        async () => {},
      ),
    ).to.have.all.keys('200');
  });

  it('that were withdrawn are not accepted once the keys were fetched again', async () => {
    const stolen = await tokensOfAll();
    expect(await call(stolen[0]!)).to.equal('200');
    advance(COOLDOWN_MS + 1_000);
    await sandbox.identity.rotateKeys({ forgetEarlier: true });
    const anew = await tokensOfAll();
    const tally = await callMeanwhile(
      () => anew,
      async () => {},
    );
    expect(tally).to.have.all.keys('200');
    for (const token of stolen) expect(await call(token)).to.equal('401 unauthenticated');
  });

  it('work with clocks that differ by 90 seconds, but not by ten minutes', async () => {
    const token = await sandbox.tokenFor('grace@sandbox.test');
    const short = await sandbox.tokenFor('grace@sandbox.test', { lifetimeSeconds: 1 });
    const answers: Tally = {};
    for (const [name, bearer, seconds] of [
      ['a clock that is 90 s late', token, -90],
      ['a clock that is 10 min late', token, -600],
      ['a token that ended 89 s ago', short, 90],
      ['a token that ended 10 min ago', short, 601],
      ['a clock that is right again', token, 0],
    ] as const) {
      skewMs = seconds * 1000;
      answers[name] = Number((await call(bearer)).slice(0, 3));
    }
    expect(answers).to.deep.equal({
      'a clock that is 90 s late': 200,
      'a clock that is 10 min late': 401,
      'a token that ended 89 s ago': 200,
      'a token that ended 10 min ago': 401,
      'a clock that is right again': 200,
    });
  });
});
