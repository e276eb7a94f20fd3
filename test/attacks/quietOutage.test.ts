import { Writable } from 'node:stream';
import { expect } from 'chai';
import { startCable } from '../support/cable.ts';
import { postgresUrl } from '../support/postgres.ts';
import { startProduct, type TestProduct } from '../support/product.ts';

const SECOND_MS = 1000;

describe('attack: a PostgreSQL that is away for a minute', function () {
  this.timeout(120_000);
  this.slow(20_000);
  let cable: Awaited<ReturnType<typeof startCable>>;
  let stage: TestProduct;
  let isAway = false;
  let now = 0;
  const lines: { level: number; msg: string }[] = [];
  const logTo = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(
        ...String(chunk)
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      );
      done();
    },
  });

  before(async () => {
    now = Date.now();
    cable = await startCable(await postgresUrl(), (sent) => {
      if (isAway) cable.cut();
      return sent;
    });
    stage = await startProduct({
      databaseUrl: cable.url,
      config: { key: '0'.repeat(64), logLevel: 'info' },
      withLoops: false,
      now: () => now,
      logTo,
    });
  });
  after(async () => {
    await stage?.close();
    cable?.close();
  });

  async function pass(seconds: number): Promise<void> {
    for (let n = 0; n < seconds; n++) {
      await stage.product.services.background.loops.tick((now += SECOND_MS));
      await stage.product.services.documents.indexer.idle();
    }
  }

  it('fills no disk with lines, and is said to be back', async () => {
    await pass(2);
    lines.splice(0);
    isAway = true;
    cable.cut();
    await pass(60);
    const away = lines.splice(0).map(({ msg }) => msg);
    expect(new Set(away)).to.deep.equal(new Set(['the database cannot be used']));
    expect(away.length).to.be.within(1, 4); // there were some hundreds of failures
    isAway = false;
    await pass(10);
    expect(lines.map(({ msg }) => msg)).to.deep.equal(['the database can be used again']);
  });
});
