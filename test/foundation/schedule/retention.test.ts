import { expect } from 'chai';
import { scheduledJobs } from 'node-schedule';
import { KEEP_MS, createRetention, type RetentionRow } from '../../../server/foundation/schedule/retention.ts';

const DAY = 24 * 60 * 60 * 1000;

/** End times of things, purged by the rows below. */
type Things = number[];

const row = (name: string, keepMs: number, things: Things): RetentionRow<Things> => ({
  name,
  keepMs,
  async purge(_db, before, limit) {
    const over = things.filter((at) => at <= before).slice(0, limit);
    for (const each of over) things.splice(things.indexOf(each), 1);
    return over.length;
  },
});

describe('retention', () => {
  const failures: [unknown, string][] = [];
  const sizes: number[] = [];
  beforeEach(() => {
    failures.length = 0;
    sizes.length = 0;
  });
  const open = (rows: RetentionRow<Things>[], now = () => 0) =>
    createRetention<Things>({
      rows,
      async inUnit(work) {
        const count = await work([]);
        sizes.push(count);
        return count;
      },
      now,
      report: (error, name) => failures.push([error, name]),
    });

  it('keeps everything for its configured time', () => {
    expect(KEEP_MS).to.deep.equal({
      promptTemplates: DAY,
      startKeys: DAY,
      messageKeys: DAY,
      madeKeys: DAY,
      tokens: DAY,
      requests: 90 * DAY,
      assignmentNotices: 180 * DAY,
      executions: 180 * DAY,
      delegations: 90 * DAY,
      profiles: 90 * DAY,
      audit: 730 * DAY,
    });
  });

  it('purges each kind up to its own limit, and reports the counts', async () => {
    const [short, long] = [
      [10, 20, 30],
      [10, 20, 30],
    ];
    const counts = await open([row('short', 5, short), row('long', 15, long)]).tick(25);
    expect(counts).to.deep.equal({ short: 2, long: 1 });
    expect([short, long]).to.deep.equal([[30], [20, 30]]);
  });

  it('purges much in units of 500', async () => {
    const things = Array.from({ length: 1203 }, () => 1);
    expect(await open([row('many', 0, things)]).tick(1)).to.deep.equal({ many: 1203 });
    expect(sizes).to.deep.equal([500, 500, 203, 0]);
  });

  it('continues with the other kinds if one fails, and reports it', async () => {
    const failure = new Error('on purpose');
    const things = [1];
    const failing: RetentionRow<Things> = { name: 'failing', keepMs: 0, purge: () => Promise.reject(failure) };
    expect(await open([failing, row('well', 0, things)]).tick(1)).to.deep.equal({ well: 1 });
    expect(failures).to.deep.equal([[failure, 'failing']]);
  });

  it('deletes nothing at its hour if the clock has just jumped forward by a day', async () => {
    let wall = 0;
    const things = [1];
    const parts = { inUnit: (work: (db: Things) => Promise<number>) => work([]), now: () => wall, steady: () => 0 };
    const report = (error: unknown, name: string) => failures.push([error, name]);
    const retention = createRetention<Things>({ ...parts, rows: [row('well', 0, things)], report });
    const before = Object.keys(scheduledJobs);
    retention.start();
    try {
      wall = DAY;
      const [name] = Object.keys(scheduledJobs).filter((each) => !before.includes(each));
      for (let n = 0; n < 2; n++) scheduledJobs[name!]!.invoke();
      expect(things).to.deep.equal([1]);
      expect(failures.map(([error]) => String(error))).to.deep.equal([
        'Error: the clock has jumped forward by 24 hours: nothing is deleted for a day',
      ]);
    } finally {
      await retention.stop();
    }
    expect(await retention.tick(wall)).to.deep.equal({ well: 1 });
  });

  it('does not start twice', async () => {
    const things = [1, 2];
    const retention = open([row('one', 0, things)]);
    const [first, second] = await Promise.all([retention.tick(1), retention.tick(2)]);
    expect(first).to.equal(second);
    expect(things).to.deep.equal([2]);
    expect(await retention.tick(2)).to.deep.equal({ one: 1 });
  });

  it('runs every hour, and stops after the current unit', async () => {
    const before = Object.keys(scheduledJobs);
    const things = Array.from({ length: 5000 }, () => 1);
    const retention = open([row('many', 0, things)], () => 1);
    retention.start();
    retention.start();
    const [name, ...others] = Object.keys(scheduledJobs).filter((each) => !before.includes(each));
    expect(others).to.deep.equal([]);
    const job = scheduledJobs[name!]!;
    expect(job.nextInvocation()!.getMinutes()).to.equal(17);
    job.invoke();
    await retention.stop();
    expect(Object.keys(scheduledJobs)).to.deep.equal(before);
    expect(things.length).to.be.greaterThan(4000).and.be.lessThan(5000);
    await retention.stop();
    const left = things.length;
    expect(await retention.tick(1), 'by hand it can go on').to.deep.equal({ many: left });
  });
});
