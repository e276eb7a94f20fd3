import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Knex } from 'knex';
import { openDatabase, type Database } from '../../../server/foundation/database/connection.ts';
import { createUnitOfWork } from '../../../server/foundation/database/unitOfWork.ts';

describe('prepared statements', () => {
  let folder: string;
  let database: Database;
  const rows = async (): Promise<{ id: number; text: string }[]> => database.reader('things').orderBy('id');

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'handback-prepared-'));
    database = await openDatabase(`sqlite:${path.join(folder, 'test.db')}`);
    await database.writer.raw('create table things (id integer primary key autoincrement, text text not null unique)');
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  const insert = (db: Knex, text: string) => db.raw('insert into things (text) values (?)', [text]);

  it('never overtake each other, even if nobody awaits them', async () => {
    const units = createUnitOfWork(database.writer);
    await units.run(async ({ trx }) => {
      await insert(trx, 'kept from now on');
      const others = [(text: string) => trx('things').insert({ text }), (text: string) => insert(trx, text)];
      await Promise.all(Array.from({ length: 3000 }, (_, n) => others[n % 7 === 0 ? 0 : 1]!(String(n))));
    });
    const outOfPlace = (await rows()).slice(1).filter(({ text }, n) => text !== String(n));
    expect(outOfPlace).to.deep.equal([]);
  });

  it('continue after one has failed', async () => {
    const { writer } = database;
    await insert(writer, 'once');
    for (const text of ['once', 'twice', 'once']) await insert(writer, text).catch(() => {});
    const failure = await writer.raw('insert into nowhere values (1)').catch((error: Error) => error.message);
    expect(failure).to.match(/no such table/);
    expect((await rows()).map(({ text }) => text)).to.deep.equal(['once', 'twice']);
  });

  it('do not run behind a failed BEGIN, up to the next rollback or BEGIN', async () => {
    const { writer } = database;
    const end = { rollback: () => writer.raw('rollback').catch(() => {}), begin: () => writer.raw('begin') };
    for (const [n, next] of Object.values(end).entries()) {
      expect(String(await writer.raw('begin at once').catch((error: Error) => error))).to.match(/syntax error/);
      const failure = await insert(writer, 'behind it').catch((error: Error) => error);
      expect(String(failure)).to.match(/not executed after: .*syntax error/);
      await next();
      await insert(writer, String(n));
    }
    await writer.raw('commit');
    expect((await rows()).map(({ text }) => text)).to.deep.equal(['0', '1']);
  });

  it('see the changes of a later migration', async () => {
    const { writer } = database;
    await insert(writer, 'before');
    const all = () => writer.raw('select * from things');
    expect(await all()).to.deep.equal([{ id: 1, text: 'before' }]);
    await writer.raw("alter table things add column colour text not null default 'grey'");
    expect(await all()).to.deep.equal([{ id: 1, text: 'before', colour: 'grey' }]);
  });

  it('return their own row counts', async () => {
    const { writer } = database;
    for (const text of ['a', 'b', 'c']) await insert(writer, text);
    const counts = [['a', 'b'], ['c'], ['d']].map((texts) =>
      writer('things')
        .whereIn('text', texts.length === 1 ? [texts[0]!, 'nothing'] : texts)
        .update({ text: writer.raw("text || 'x'") }),
    );
    expect(await Promise.all(counts)).to.deep.equal([2, 1, 0]);
    expect(await writer('things').where({ text: 'cx' }).delete()).to.equal(1);
    expect((await rows()).map(({ text }) => text)).to.deep.equal(['ax', 'bx']);
  });

  it('make room for others', async () => {
    for (let n = 0; n < 500; n++) expect(await database.writer.raw(`select ${n} as n`)).to.deep.equal([{ n }]);
    expect(await database.writer.raw('select 0 as n')).to.deep.equal([{ n: 0 }]);
  });
});
