import type { Knex } from 'knex';
import { countExecutions, listExecutions, type Seeing } from '../../../server/flow/executionLists.ts';
import { findExecution } from '../../../server/flow/executionQueries.ts';
import { standingIn } from '../../../server/flow/flowAccessStore.ts';
import { findSent, firstUnanswered, unansweredByName } from '../../../server/requests/sentStore.ts';
import { firstUnreached } from '../../../server/requests/unreachedStore.ts';
import { waitsOf } from '../../../server/requests/waitDetails.ts';
import { aPerson } from '../../support/seeds.ts';

/** Questions of which messages wait, were sent and have failed. */
const ASKED = ['E100-ask', 'E106-ask', 'E107-ask'];

const READER: Seeing = { personId: 'P100', ids: ['P100', 'G1', 'G2'] };

/** People's views of executions. */
export const EXECUTION_STATEMENTS: Record<string, (db: Knex) => Promise<unknown>> = {
  'executions, one': async (db) => [
    await findExecution(db, 'E100'),
    await standingIn(db, 'E100', { person: aPerson('P100'), groups: ['G1', 'G2'] }),
    await waitsOf(db, 'E100'),
  ],
  'executions, a page of all': (db) => listExecutions(db, { before: 'E500' }, 51),
  'executions, a page of a reader': (db) => listExecutions(db, { before: 'E500' }, 51, READER),
  'executions, a page of one flow': (db) => listExecutions(db, { flowId: 'flow7' }, 51, READER),
  'executions, a page of those that wait': (db) => listExecutions(db, { status: 'waiting' }, 51, READER),
  'executions, all that failed': (db) => listExecutions(db, { status: 'failed' }, 51),
  'executions, by who started them': (db) => listExecutions(db, { startedBy: 'P100' }, 51, READER),
  'executions, by whom they wait for': (db) => listExecutions(db, { waitsFor: 'P100' }, 51, READER),
  'questions, what somebody has asked': async (db) => [
    await findSent(db, { starterId: 'P100', isOpen: true, limit: 51 }),
    await firstUnanswered(db, ASKED, 5),
    await firstUnreached(db, ASKED),
    await unansweredByName(db, ASKED[0]!, { limit: 51 }),
    await unansweredByName(db, ASKED[0]!, { limit: 51, isUnreached: true }),
  ],
  'executions, counted': (db) => countExecutions(db, { status: 'failed' }, 1000, READER),
};
