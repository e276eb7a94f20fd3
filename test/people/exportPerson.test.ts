import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { exportPerson } from '../../server/composition/person/exportPerson.ts';
import { findKnown, SeveralPeople } from '../../server/composition/person/knownPerson.ts';
import { programAt, runCommand, type Ended } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { FILE_BYTES, GRACE, PASSWORD, tellStory, type Story } from './personStory.ts';

type Exported = Record<string, Record<string, unknown>[]> & { person: unknown };

describe('everything that is stored about a person', () => {
  forEachDatabase((name, openUrl) => {
    let story: Story;
    before(async function () {
      this.timeout(60_000);
      story = await tellStory(await openUrl());
    });
    after(() => story?.close());

    const exported = async (): Promise<Exported> => {
      const known = (await findKnown(story.db.reader, GRACE.email))!;
      let text = '';
      for await (const piece of exportPerson(story.db.reader, known, 0)) text += piece;
      return JSON.parse(text) as Exported;
    };

    it('is found by the id and by every address, and nobody else is', async () => {
      const known = { id: story.graceId, names: [GRACE.name], addresses: [GRACE.email] };
      for (const reference of [story.graceId, GRACE.email, GRACE.email.toUpperCase()])
        expect(await findKnown(story.db.reader, reference), reference).to.deep.equal(known);
      for (const reference of ['nobody@sandbox.test', 'flow', '%', GRACE.name])
        expect(await findKnown(story.db.reader, reference), reference).to.equal(null);
      await story.db.writer('chats').insert({
        ...(await story.db.reader('chats').first()),
        id: 'known-by-address',
        users: JSON.stringify(['only@sandbox.test']),
      });
      expect(await findKnown(story.db.reader, 'Only@sandbox.test')).to.deep.equal({
        id: 'mailto:only@sandbox.test',
        names: [],
        addresses: ['only@sandbox.test'],
      });
      await story.db.writer('chats').where({ id: 'known-by-address' }).delete();
    });

    it('is not mixed with data of another person with the same address', async () => {
      const access = { flow_id: 'form', role: 'reader', kind: 'user', display_name: 'Other', email: GRACE.email };
      await story.db.writer('flow_access').insert({ ...access, principal: 'another' });
      const found = await findKnown(story.db.reader, GRACE.email).catch((error: Error) => error);
      await story.db.writer('flow_access').where({ principal: 'another' }).delete();
      expect(found).to.be.instanceOf(SeveralPeople);
      expect(String(found)).to.include('another').and.include(story.graceId);
    });

    it('holds what they were asked, answered, started, wrote, sent, and did', async () => {
      const all = await exported();
      const { notifications, responses, executions, chat_messages, chats, files, deliveries, audit, tokens, inboxes } =
        all;
      const { assignments, sendings } = all;
      expect(notifications!.map(({ question }) => (question as { prompt: string }).prompt)).to.deep.equal([
        'Well?',
        'Well?',
        'Well?',
      ]);
      const form = responses!.find((each) => each['request_id'] === story.formRequest)!;
      expect(form['payload']).to.have.nested.include({
        'values.why': `So says ${GRACE.name}`,
        'values.key': '(password)',
      });
      expect(executions!.map((each) => each['flow_id'])).to.deep.equal(['herself']);
      expect(chat_messages!.map(({ content }) => content)).to.have.members([
        'To myself',
        'To all of you',
        'I have read it',
      ]);
      expect(chats!.map((each) => each['name'])).to.have.members(['Alone', 'Shared', 'For one', 'To be read']);
      expect(assignments!.map(({ name, status }) => [name, status])).to.deep.equal([['To be read', 'completed']]);
      expect(sendings!.map(({ note }) => note)).to.deep.equal([`From ${GRACE.name}`]);
      expect(files!.map((each) => each['name'])).to.deep.equal([`receipt of ${GRACE.name}.txt`]);
      const brought = await story.db.reader('deliveries').where({ person: story.graceId, subject_kind: 'request' });
      expect(brought).to.have.length(3);
      const subjects = deliveries!.map((each) => each['subject_id']);
      expect(subjects).to.include.members(brought.map((each) => each['subject_id'] as string));
      expect(tokens!.length).to.be.above(0);
      expect(inboxes).to.have.length(1);
      const entries = audit!.map(({ action }) => action);
      for (const action of ['request.answered', 'execution.started', 'chat.made', 'chat.granted'])
        expect(entries).to.include(action);
    });

    it('contains no password, no link key, and nothing that others said', async () => {
      const all = await exported();
      const hashes = await story.db.reader('tokens').pluck('hash');
      const text = JSON.stringify(all);
      for (const secret of [PASSWORD, 'sealed', 'Fine too', 'Alan was here', ...hashes])
        expect(text).to.not.include(secret);
      const named = all['namedIn']!.map(({ table }) => table);
      expect(named).to.include('execution_steps').and.not.include('notifications');
    });

    it('says of flows and chats since when they are retired', async () => {
      const since = '2026-11-20T10:00:00.000Z';
      const retired = { retired_at: Date.parse(since) };
      await story.db
        .writer('flows')
        .where({ id: 'herself' })
        .update({ ...retired, updated_by: story.graceId });
      await story.db.writer('chats').where({ name: 'Alone' }).update(retired);
      const { flows, chats } = await exported();
      expect(flows!.map((each) => [each['id'], each['retired_at']])).to.deep.equal([['herself', since]]);
      const sinceWhen = Object.fromEntries(chats!.map((each) => [each['name'], each['retired_at']]));
      expect(sinceWhen).to.include({ Alone: since, Shared: null });
    });

    it('shows moments as people write them', async () => {
      const { person: _, exportedAt: __, ...tables } = await exported();
      const moments = Object.values(tables)
        .flat()
        .flatMap((row) => Object.entries(row).filter(([name]) => /(^|_)(at|until)$/.test(name)))
        .map(([, value]) => value)
        .filter((value) => value !== null);
      expect(moments.length).to.be.above(20);
      for (const moment of moments) expect(moment).to.match(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
    });

    it('comes in pieces, however much it is', async () => {
      const row = await story.db.reader('start_keys').first();
      expect(row).to.equal(undefined);
      const keys = Array.from({ length: 450 }, (_, n) => ({
        person: story.graceId,
        flow_id: 'form',
        start_key: `key ${String(n).padStart(3, '0')}`,
        body_hash: 'x',
        execution_id: 'x',
        created_at: n,
      }));
      await story.db.writer.batchInsert('start_keys', keys, 100);
      const found = (await exported())['start_keys']!;
      expect(found.map((each) => each['start_key'])).to.deep.equal(keys.map((each) => each.start_key));
      await story.db.writer('start_keys').delete();
    });

    it('is written by npm run person -- export, for nobody else to read', async function () {
      this.timeout(60_000);
      const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-person-'));
      const run = (...more: string[]) =>
        runCommand('server/composition/person/person.ts', ['export', ...more, '--sandbox'], { env: story.environment });
      try {
        const [to, files] = [path.join(folder, 'grace.json'), path.join(folder, 'files')];
        const done = await run(GRACE.email, '--to', to, '--files', files);
        expect([done.status, done.stderr]).to.deep.equal([0, '']);
        expect((JSON.parse(await readFile(to, 'utf8')) as Exported).person).to.have.property('id', story.graceId);
        expect((await stat(to)).mode & 0o777).to.equal(0o600);
        const [file] = await readdir(files);
        expect(await readFile(path.join(files, file!), 'utf8')).to.equal(FILE_BYTES);
        if (name === 'SQLite') return await expectNoHalf(run, folder, files);
        await expectReaderBlamed(story.environment);
        const byId = await run(` ${story.graceId.toUpperCase()} `);
        expect(JSON.parse(byId.stdout).person).to.have.property('id', story.graceId);
        const again = await run(GRACE.email, '--to', to);
        expect([again.status, again.stderr]).to.satisfy(
          ([status, err]: [number, string]) =>
            status === 2 && err === `Not done: ${to} exists already, and is not overwritten.\n`,
        );
        const nobody = await run('nobody@sandbox.test');
        expect([nobody.status, nobody.stderr]).to.deep.equal([
          1,
          'Nobody is known as nobody@sandbox.test. Some data may be stored under the object ID alone: call this again with that ID.\n',
        ]);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
});

/** What reads standard output has ended: that is not the fault of the database. */
async function expectReaderBlamed(env: NodeJS.ProcessEnv): Promise<void> {
  const args = [...programAt('server/composition/person/person.ts'), 'export', GRACE.email, '--sandbox'];
  const child = spawn(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
  child.stdout.destroy();
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect([child.exitCode, said]).to.deep.equal([
    2,
    'Not done: Standard output was closed before everything was written.\n',
  ]);
}

/** A folder that holds a file already is refused. */
async function expectNoHalf(run: (...args: string[]) => Promise<Ended>, folder: string, files: string): Promise<void> {
  const before = await readdir(folder);
  const refused = await run(GRACE.email, '--to', path.join(folder, 'half.json'), '--files', files);
  expect(refused.status).to.equal(2);
  expect(refused.stderr).to.match(/ exists already, and is not overwritten\.\n$/);
  expect(await readdir(folder)).to.have.members(before);
  const [file] = await readdir(files);
  expect(await readFile(path.join(files, file!), 'utf8')).to.equal(FILE_BYTES);
}
