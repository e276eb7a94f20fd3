import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Knex } from 'knex';
import { say } from '../../../contract/summaries.ts';
import { countStarts } from '../../../server/flow/beginStore.ts';
import { checkpointExecutions, checkpointLocked, insertExecutions } from '../../../server/flow/executionStore.ts';
import { executionRetention } from '../../../server/flow/executionRetention.ts';
import {
  claimExecutions,
  claimLocked,
  findUnheld,
  heldBy,
  holdersOf,
  lockUnheld,
  releaseLeases,
  unheldBacklogs,
  wakeExecutions,
} from '../../../server/flow/leaseStore.ts';
import { historiesOf } from '../../../server/flow/stepStore.ts';
import { DEFAULT_LIMITS } from '../../../server/foundation/limits.ts';
import { findAudit, newestOf } from '../../../server/foundation/audit/auditLogStore.ts';
import { createAuditState } from '../../../server/foundation/audit/auditHead.ts';
import { createAuditRetention } from '../../../server/foundation/audit/auditRetention.ts';
import { createSealer } from '../../../server/foundation/audit/sealer.ts';
import type { Database } from '../../../server/foundation/database/connection.ts';
import { markOutdated, outdatedCopies } from '../../../server/messages/deliveries/outdatedCopies.ts';
import { claimDeliveries } from '../../../server/messages/deliveries/claimStore.ts';
import { deliveriesOf } from '../../../server/messages/deliveries/deliveryStore.ts';
import { createTokenRetention } from '../../../server/messages/deliveries/tokenRetention.ts';
import { consumeToken, mintToken, findToken } from '../../../server/messages/deliveries/tokens.ts';
import {
  channelsWithWork,
  dueBacklogs,
  dueHeads,
  flowsDue,
  startersDue,
} from '../../../server/messages/deliveries/turnStore.ts';
import { markRead, recipientsOf } from '../../../server/messages/notifications/notificationStore.ts';
import { findAsked } from '../../../server/requests/askStore.ts';
import { answerBatch, lookUp } from '../../../server/requests/answerBatch.ts';
import { fileSome } from '../../../server/requests/filing.ts';
import { inboxState, inboxStates } from '../../../server/requests/inboxStates.ts';
import { findInbox, findInboxEntry } from '../../../server/requests/inboxStore.ts';
import { placeSome } from '../../../server/requests/placing.ts';
import { snooze } from '../../../server/requests/snoozing.ts';
import { wakeSome } from '../../../server/requests/waking.ts';
import { findGroups } from '../../../server/requests/inboxGroups.ts';
import { outcomesOf } from '../../../server/requests/outcomeStore.ts';
import { promptTemplateRetention, requestRetention } from '../../../server/requests/requestRetention.ts';
import {
  closeRequests,
  countWaiting,
  findByTemplate,
  findExpired,
  openRequestsOf,
} from '../../../server/requests/requestStore.ts';
import { responsesOf } from '../../../server/requests/responseStore.ts';
import { NUDGE_KIND } from '../../../server/requests/nudgeSubject.ts';
import { REQUEST_KIND } from '../../../server/requests/requestSubject.ts';
import { anchor, AUDIT_SEAL } from '../../support/auditChain.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';
import { aCheckpoint, anExecution, aStep, aSubmission } from '../../support/seeds.ts';
import { ASSIGNMENT_STATEMENTS } from './assignmentStatements.ts';
import { EXECUTION_STATEMENTS } from './executionStatements.ts';
import { INDEXING_STATEMENTS } from './indexingStatements.ts';
import { fillTables, MANY, NOW } from './largeTables.ts';
import { plansOf, type Plan } from './planReport.ts';
import { SEARCH_STATEMENTS } from './searchStatements.ts';

const REPORT = new URL('plans.report.md', import.meta.url);
const SOME = Array.from({ length: 20 }, (_, n) => `E${(n + 1) * 100}`);
const REQUESTS = SOME.map((id) => `${id}-ask`);
const LIMIT = 500;
const PLACE = { createdAt: NOW, dueAt: NOW + 1, groupKey: 'flow1/ask', subjectId: 'E1-ask' };

/** Every frequent statement and every bulk one, with the reason if an index is not used. */
const HOT: Record<string, (db: Knex) => Promise<unknown>> = {
  start: (db) => insertExecutions(db, [anExecution('new')]),
  'start, limits': async (db) => [
    await countStarts(db, ['P100', 'P200'], DEFAULT_LIMITS, NOW),
    await findAsked(db, [{ starterId: 'P100', people: ['P1', 'P2'] }], DEFAULT_LIMITS, NOW - MANY),
  ],
  claim: (db) =>
    claimExecutions(
      db,
      SOME.map((id) => ({ id, from: null })),
      'S',
    ),
  histories: (db) => historiesOf(db, SOME),
  checkpoint: (db) =>
    checkpointExecutions(
      db,
      SOME.map((id) => aCheckpoint(id, { steps: [{ seq: 2, step: aStep('more') }] })),
    ),
  'claim at the end of a unit': async (db) => [
    await lockUnheld(
      db,
      SOME.map((id) => ({ id })),
    ),
    await claimLocked(db, SOME, 'S'),
    await checkpointLocked(
      db,
      SOME.map((id) => aCheckpoint(id, { steps: [{ seq: 3, step: aStep('more') }] })),
      'S',
    ),
  ],
  wake: (db) => wakeExecutions(db, SOME, NOW),
  'look for what is not held': (db) => findUnheld(db, NOW, LIMIT),
  'who holds what': (db) => holdersOf(db),
  'take over': async (db) => [await heldBy(db, ['S1'], LIMIT), await releaseLeases(db, 'S1', NOW, SOME)],
  answer: (db) =>
    answerBatch(
      db,
      REQUESTS.map((id) => aSubmission(id, 'P100', { tokenHash: `H${id.slice(1, -4)}` })),
      NOW,
    ),
  'outcomes for the flow': (db) => outcomesOf(db, REQUESTS),
  ...SEARCH_STATEMENTS,
  ...INDEXING_STATEMENTS,
  ...EXECUTION_STATEMENTS,
  'look-ups of requests': async (db) => [
    await lookUp(
      db,
      REQUESTS.map((id) => aSubmission(id, 'P100')),
      NOW,
    ),
    await findByTemplate(db, 'T100'),
    await responsesOf(db, REQUESTS),
    await openRequestsOf(db, SOME),
    await recipientsOf(db, REQUESTS[0]!, { limit: LIMIT }),
    await deliveriesOf(db, REQUESTS[0]!, NOW, LIMIT),
  ],
  'time-outs': async (db) => [
    await findExpired(db, NOW + MANY, LIMIT),
    await closeRequests(db, REQUESTS, 'timed_out', say('timedOut'), NOW),
  ],
  'inbox, a page': (db) => findInbox(db, { person: 'P100', limit: 50 }, NOW),
  'inbox, pending': (db) => findInbox(db, { person: 'P100', limit: 50, status: 'pending' }, NOW),
  'inbox, pending, due first': (db) =>
    findInbox(db, { person: 'P100', limit: 50, status: 'pending', sort: 'due' }, NOW),
  'inbox, pending, by flow': (db) =>
    findInbox(db, { person: 'P100', limit: 50, status: 'pending', sort: 'flow', after: PLACE }, NOW),
  'inbox, pending, of equal questions': (db) =>
    findInbox(db, { person: 'P100', limit: 50, status: 'pending', sort: 'due', groupKey: 'flow1/ask' }, NOW),
  'inbox, groups': (db) => findGroups(db, 'P100', 50, NOW),
  'inbox, snoozed': (db) => findInbox(db, { person: 'P100', limit: 50, status: 'snoozed', sort: 'due' }, NOW),
  'inbox, snooze': (db) => snooze(db, { subjectId: 'E100-ask', person: 'P100', until: NOW + 50 }, NOW),
  'inboxes, wake what was snoozed': (db) => wakeSome(db, NOW),
  'inboxes, place what has no place': (db) => placeSome(db),
  'inbox, completed': (db) => findInbox(db, { person: 'P100', limit: 50, status: 'completed' }, NOW),
  'inbox, expired': (db) => findInbox(db, { person: 'P100', limit: 50, status: 'expired' }, NOW),
  'inbox, of a chat': (db) => findInbox(db, { person: 'P100', limit: 50, chatId: 'C1' }, NOW),
  'inbox, by ids': (db) => findInbox(db, { person: 'P100', limit: 50, ids: REQUESTS }, NOW),
  'inbox, one entry': async (db) => [
    await findInboxEntry(db, 'P100', REQUESTS[0]!),
    await markRead(db, REQUESTS[0]!, 'P100'),
  ],
  'inbox, its version and counts': (db) => inboxState(db, 'P100', NOW),
  'inboxes, for the heartbeats': (db) =>
    inboxStates(
      db,
      SOME.map((_, n) => `P${n}`),
      NOW,
    ),
  'inboxes, count what has changed': (db) => fileSome(db, NOW),
  'token checks': async (db) => [await findToken(db, mintToken()), await consumeToken(db, 'H1', NOW)],
  'deliveries, what is due': async (db) => [
    await channelsWithWork(db),
    await flowsDue(db, 'email', NOW, { after: 'flow1', limit: 100 }),
    await startersDue(db, { channel: 'email', flowId: 'flow0' }, NOW, { after: 'P1', limit: 100 }),
    await dueHeads(
      db,
      { channel: 'email', flowId: 'flow0', startedBy: 'P100' },
      { now: NOW, holdSince: NOW - 1000, limit: 16 },
    ),
  ],
  'deliveries, claim': (db) =>
    claimDeliveries(
      db,
      [100, 200].map((n) => ({ id: `D${n}`, person: `P${n}`, channel: 'email' })),
      NOW,
      NOW + 1,
    ),
  'deliveries, copies of some requests': (db) =>
    outdatedCopies(db, REQUEST_KIND.sql, { subjectIds: REQUESTS, after: { subjectId: '', id: '' }, limit: LIMIT }),
  'deliveries, all copies': (db) =>
    outdatedCopies(db, REQUEST_KIND.sql, { subjectIds: null, after: { subjectId: '', id: '' }, limit: LIMIT }),
  'deliveries, copies of reminders': (db) =>
    outdatedCopies(db, NUDGE_KIND.sql, { subjectIds: null, after: { subjectId: '', id: '' }, limit: LIMIT }),
  'deliveries, mark what is behind': (db) =>
    markOutdated(db, [
      { id: 'D50', dueAt: NOW },
      { id: 'D150', dueAt: NOW },
    ]),
  'metrics, what waits': async (db) => [
    await createAuditState(db).backlog(),
    await unheldBacklogs(db, NOW),
    await dueBacklogs(db, NOW),
    await countWaiting(db),
  ],
  ...ASSIGNMENT_STATEMENTS,
  'audit, seal': async (db) => {
    const units = { run: (work: (unit: never) => Promise<unknown>) => work({ trx: db, afterCommit() {} } as never) };
    await createSealer({ units: units as never, reader: db, seal: AUDIT_SEAL }).tick(1);
  },
  'audit, purge': (db) => createAuditRetention(AUDIT_SEAL).purge(db, NOW, LIMIT),
  'audit, a page': async (db) => [
    await findAudit(db, {}, { limit: 50 }),
    await findAudit(db, { from: NOW - MANY, to: NOW - 100 }, { limit: 50, after: { at: NOW - 500, seq: 500 } }),
  ],
  'audit, a page of a person': (db) => findAudit(db, { actor: 'P100', to: NOW - 100 }, { limit: 50 }),
  'audit, a page of a person and some actions': (db) =>
    findAudit(db, { actor: 'P100', action: 'request.' }, { limit: 50 }),
  'audit, a page of an action': (db) => findAudit(db, { action: 'request.answered', from: 0 }, { limit: 50 }),
  'audit, a page of some actions': (db) => findAudit(db, { action: 'request.' }, { limit: 50 }),
  'audit, a page of a subject': (db) => findAudit(db, { subject: 'E100-ask' }, { limit: 50 }),
  'audit, its newest row of an action': (db) => newestOf(db, 'audit.verified'),
  'purge templates': (db) => promptTemplateRetention.purge(db, NOW + 2 * MANY, LIMIT),
  'purge tokens': (db) => createTokenRetention([REQUEST_KIND]).purge(db, NOW + 2 * MANY, LIMIT),
  'purge requests': (db) => requestRetention.purge(db, NOW, LIMIT),
  'purge executions': (db) => executionRetention.purge(db, NOW, LIMIT),
};

/** Why a large table is still read completely: `database: statement` to the reason. */
const EXPLAINED: Record<string, string> = {
  'postgres: deliveries, all copies':
    'every 10 s, of a thousand copies that are not settled: requests are read in one go',
  'postgres: purge executions':
    'once an hour: most of what is not needed any more still has requests, which are looked through in one go',
  'postgres: search, a word of every document':
    'every document has it, and all that are found are put into their order',
  'postgres: purge requests': '500 of 100,000 rows are found as fast by reading all; of more, by their key',
  'postgres: purge templates': '500 of 100,000 rows are found as fast by reading all; of more, by their key',
  'postgres: purge tokens': '500 of 100,000 rows are found as fast by reading all; of more, by their key',
};

describe('query plans', () => {
  const found: Partial<Record<Database['kind'], Record<string, Plan>>> = {};

  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it(`of every hot statement, on tables of ${MANY.toLocaleString('en')} rows, read no large table completely`, async function () {
      this.timeout(240_000);
      await fillTables(store.db);
      await store.db.writer('audit_chain').update({ last_position: 90_000 });
      await anchor(store);
      const plans: Record<string, Plan> = {};
      for (const [name, work] of Object.entries(HOT)) plans[name] = await plansOf(store.db, work);
      found[store.db.kind] = plans;
      const whole = Object.entries(plans).filter(
        ([name, plan]) =>
          plan.some((line) => line.includes('FULL SCAN')) && !(`${store.db.kind}: ${name}` in EXPLAINED),
      );
      expect(Object.fromEntries(whole)).to.deep.equal({});
    });
  });

  describe('of both databases', () => {
    it('are the checked-in ones', () => {
      const { sqlite, postgres } = found;
      if (!sqlite || !postgres) throw new Error('needs the plans that the tests above have read');
      const list = (plan: Plan) =>
        plan.length === 0 ? ['- nothing of a large table'] : plan.map((line) => `- ${line}`);
      const reasons = (name: string) =>
        ['sqlite', 'postgres'].flatMap((kind) => {
          const reason = EXPLAINED[`${kind}: ${name}`];
          return reason ? [`Whole table: ${reason}.`, ''] : [];
        });
      const lines = Object.keys(HOT).flatMap((name) => [
        `## ${name}`,
        '',
        'SQLite',
        '',
        ...list(sqlite[name]!),
        '',
        'PostgreSQL',
        '',
        ...list(postgres[name]!),
        '',
        ...reasons(name),
      ]);
      const head = [
        '<!-- cspell:ignore pkey autoindex -->',
        '',
        '# Query plans',
        '',
        `How both databases perform every hot statement on tables of ${MANY.toLocaleString('en')} rows. Written by \`plans.test.ts\` with`,
        'UPDATE_PLAN_REPORT=1. Large tables only; how rows are joined is left out.',
        '',
      ];
      const report = [...head, ...lines].join('\n');
      if (process.env['UPDATE_PLAN_REPORT']) writeFileSync(REPORT, report);
      expect(report, 'run again with UPDATE_PLAN_REPORT=1 when the change is meant').to.equal(
        readFileSync(REPORT, 'utf8'),
      );
    });
  });
});
