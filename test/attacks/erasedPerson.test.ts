import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { erasePerson } from '../../server/composition/person/erasePerson.ts';
import { findKnown } from '../../server/composition/person/knownPerson.ts';
import { obstaclesTo } from '../../server/composition/person/obstacles.ts';
import { PERSON_TABLES } from '../../server/composition/person/personTables.ts';
import type { PersonIdentifiers } from '../../server/composition/person/personRules.ts';
import { storageOf } from '../../server/composition/files.ts';
import { NO_DRIVES } from '../support/noDrives.ts';
import { createChainSeal } from '../../server/foundation/audit/chainSeal.ts';
import { verifyAudit } from '../../server/foundation/audit/verifyAudit.ts';
import { createUnitOfWork, type UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { runCommand } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { asking, answered } from '../scenarios/support.ts';
import { GRACE, KEY, PASSWORD, tellStory, type Story } from '../people/personStory.ts';

type Dump = Awaited<ReturnType<Story['dump']>>;

/** The erasure is interrupted repeatedly up to here; then the command continues it. */
const UNITS_BEFORE_COMMAND = 20;
const SEAL = createChainSeal(Buffer.from(KEY, 'hex'));

describe('attack: what is left of an erased person', () => {
  forEachDatabase((name, openUrl) => {
    let story: Story;
    let known: PersonIdentifiers;
    let earlier: Dump;
    let open: string;
    let pseudonym: string;

    const run = (...more: string[]) =>
      runCommand('server/composition/person/person.ts', [...more, '--sandbox'], { env: story.environment });
    const isOfGrace = (value: unknown): boolean => {
      const text = JSON.stringify(value).toLowerCase();
      return [story.graceId, GRACE.email, GRACE.name].some((each) => text.includes(each.toLowerCase()));
    };
    const obstacles = () => obstaclesTo(story.db.reader, known);
    const parts = (units: UnitOfWork) => ({
      units,
      reader: story.db.reader,
      seal: SEAL,
      storage: storageOf(story.product.config, NO_DRIVES, () => 'local'),
    });

    before(async function () {
      this.timeout(90_000);
      story = await tellStory(await openUrl());
      known = (await findKnown(story.db.reader, GRACE.email))!;
    });
    after(() => story?.close());

    it('is everything, as long as somebody waits for them or a flow needs them', async () => {
      const { ada, grace } = story.people;
      const execution = await story.product.run(grace, 'form');
      await story.product.reached(grace, execution, 'waiting');
      await story.db.writer('flow_access').where({ flow_id: 'herself' }).update({ principal: story.graceId });
      expect(await obstacles()).to.deep.equal([
        `They started the execution ${execution} of the flow form, which has not ended: cancel it.`,
        `The question ${execution}-ask is open, and asks them: have it answered, or cancel the execution ${execution}.`,
        'The flow herself has no other owner: give it one.',
        'The flow form names them: save a version that does not.',
        'The flow together names them: save a version that does not.',
        'The flow two names them: save a version that does not.',
      ]);
      const whole = await story.dump();
      const refused = await run('erase', GRACE.email, '--yes');
      expect([refused.status, refused.stdout.split('\n').length]).to.deep.equal([1, 7]);
      expect(await story.dump()).to.deep.equal(whole);

      expect((await ada.call('POST', `/executions/${execution}/cancel`)).status).to.equal(200);
      const adaId = (await ada.call<{ id: string }>('GET', '/me')).body.id;
      await story.db.writer('flow_access').where({ flow_id: 'herself' }).update({ principal: adaId });
      for (const id of ['form', 'together', 'two']) {
        const human = { inputType: 'text', prompt: 'Well?', assignees: { users: ['alan@sandbox.test'] } };
        const saved = await ada.call('PUT', `/flows/${id}`, asking({ id, human }));
        expect(saved.status, JSON.stringify(saved.body)).to.equal(200);
      }
      expect(await obstacles()).to.deep.equal([]);
      await story.tick();
    });

    it('is previewed without changing anything', async () => {
      earlier = await story.dump();
      const told = await run('erase', GRACE.email);
      expect([told.status, told.stderr]).to.deep.equal([0, '']);
      expect(told.stdout)
        .to.match(/^notifications: 4 rows to delete$/m)
        .and.match(/^responses: 3 rows to rewrite with a pseudonym$/m)
        .and.match(/^Nothing was changed\. .* call: npm run person -- erase grace@sandbox\.test --sandbox --yes$/m);
      expect(await story.dump()).to.deep.equal(earlier);
    });

    it('is nothing, wherever the erasure was interrupted, while a server runs', async function () {
      this.timeout(90_000);
      open = (await story.db.reader('requests').where({ status: 'waiting' }).pluck('id')).join();
      const units = createUnitOfWork(story.db.writer);
      for (let allowed = 1; pseudonym === undefined; allowed += 3) {
        if (name === 'PostgreSQL' && allowed > UNITS_BEFORE_COMMAND) {
          const done = await run('erase', GRACE.email, '--yes');
          expect([done.status, done.stderr]).to.deep.equal([0, '']);
          pseudonym = /^Erased\. Other people’s data now contains (\S+) instead\.\n$/.exec(done.stdout)![1]!;
          break;
        }
        let left = allowed;
        const stopping: UnitOfWork = {
          run: (work) => (left-- > 0 ? units.run(work) : Promise.reject(new Error('stopped'))),
        };
        await erasePerson(parts(stopping), known).then(
          (done) => (pseudonym = done),
          (error: Error) => expect(error.message).to.equal('stopped'),
        );
      }
      const after = await story.dump();
      for (const [table, rows] of Object.entries(after))
        for (const row of rows)
          for (const [column, value] of Object.entries(row)) {
            const holds = PERSON_TABLES[table]?.columns[column];
            if (typeof holds === 'object') continue;
            expect(isOfGrace(value), `${table}.${column}: ${String(value)}`).to.equal(false);
          }
      const folder = story.product.config.dataDir;
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true }))
        if (file.isFile())
          expect(isOfGrace(await readFile(path.join(file.parentPath, file.name), 'latin1'))).to.equal(false);
      expect(JSON.stringify(after))
        .to.not.include(PASSWORD)
        .and.not.include('To myself')
        .and.not.include('To all of you');
      expect(after['erasures']).to.deep.equal([]);
      expect(pseudonym).to.match(/^erased-[0-9a-f]{16}$/);
    });

    it('does not include what others have, which stays unchanged', async () => {
      const after = await story.dump();
      const kept = new Set(after['chats']!.map(({ id }) => id));
      for (const [table, rows] of Object.entries(earlier)) {
        const there = new Set(after[table]!.map((row) => JSON.stringify(row)));
        const gone = rows.filter((row) => !isOfGrace(row) && !there.has(JSON.stringify(row)));
        const isBookkeeping = table === 'audit_chain' || table === 'servers';
        const isExpected = (row: Record<string, unknown>) =>
          (table === 'executions' && row['status'] === 'waiting') || // asleep
          (table === 'chat_versions' && !kept.has(row['chat_id'])); // in a chat that they created for themselves
        expect(isBookkeeping ? [] : gone.filter((row) => !isExpected(row)), table).to.deep.equal([]);
      }
      for (const { id, version } of after['chats']!)
        expect(
          after['chat_versions']!.some((each) => each['chat_id'] === id && each['version'] === version),
          'the version that a chat has is kept',
        ).to.equal(true);
      const [execution] = story.formRequest.split('-');
      const { status, body } = await story.people.ada.call('GET', `/executions/${execution}`);
      const view = JSON.stringify(body);
      expect(status, view).to.equal(200);
      expect(view).to.include(pseudonym);
    });

    it('opens no chat that was closed', async () => {
      const chats = await story.db
        .reader('chats')
        .whereNot({ name: 'To be read' })
        .orderBy('name')
        .select('name', 'users', 'created_by');
      expect(chats.map((chat) => chat.name)).to.deep.equal(['For one', 'Shared']);
      expect(JSON.parse(chats[0]!.users)).to.deep.equal([`${pseudonym}@erased.invalid`]);
      expect(JSON.parse(chats[1]!.users)).to.deep.equal(['ada@sandbox.test']);
    });

    it('does not come back when a sleeping execution resumes', async () => {
      await answered(story.people.alan, open, 'Go on');
      await story.product.reached(story.people.ada, open.split('-')[0]!, 'completed');
      await story.tick();
      const { executions, execution_steps } = await story.dump();
      expect(isOfGrace([executions, execution_steps])).to.equal(false);
      expect(JSON.stringify(execution_steps)).to.include(`${pseudonym} said Yes`);
    });

    it('is known to nobody, and the audit says that somebody was erased', async () => {
      expect(await findKnown(story.db.reader, GRACE.email)).to.equal(null);
      expect(await findKnown(story.db.reader, story.graceId)).to.equal(null);
      const again = await run('export', GRACE.email);
      expect(again.status).to.equal(1);
      expect(again.stderr).to.match(new RegExp(`^Nobody is known as ${GRACE.email}\\. `));
      const rows = await story.db.reader('audit').where({ action: 'person.erased' });
      expect(rows.map(({ actor, subject, detail }) => [actor, subject, detail])).to.deep.equal([
        ['operator', pseudonym, null],
      ]);
      const verify = () => verifyAudit(story.db.reader, { seal: SEAL });
      expect((await verify()).ok, JSON.stringify(await verify())).to.equal(true);
      const [redacted] = await story.db.reader('audit').where({ actor: pseudonym }).orderBy('seq');
      await story.db.writer('audit').where({ seq: redacted.seq }).update({ actor: 'eve' });
      expect((await verify()).firstBad?.position).to.equal(redacted.position);
      await story.db.writer('audit').where({ seq: redacted.seq }).update({ actor: pseudonym });
      expect((await verify()).ok).to.equal(true);
    });
  });
});
