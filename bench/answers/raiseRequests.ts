import { toRequestId } from '../../contract/ids.ts';
import type { Person } from '../../contract/people.ts';
import { insertExecutions } from '../../server/flow/executionStore.ts';
import type { UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { newId } from '../../server/foundation/newId.ts';
import { insertNotifications } from '../../server/messages/notifications/notificationStore.ts';
import { variableSpecsOf } from '../../server/requests/humanConfig.ts';
import { groupKeyOf } from '../../server/requests/inboxOrder.ts';
import { insertRequests, type RequestBody } from '../../server/requests/requestStore.ts';
import { CHANNELS, PROMPT, VARIABLES } from '../company.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 500;
const ASSIGNEES = 3;

interface Raised {
  requestId: string;
  /** The index of one of its assignees. */
  responder: number;
}

/** Waiting executions, each with one open approval for three of these people, stored in bulk. */
export async function raiseRequests(units: UnitOfWork, people: Person[], count: number): Promise<Raised[]> {
  const raised: Raised[] = [];
  while (raised.length < count) {
    const responders = Array.from({ length: Math.min(AT_ONCE, count - raised.length) }, (_, n) => n % people.length);
    raised.push(...(await raiseSome(units, people, responders)));
  }
  return raised;
}

async function raiseSome(units: UnitOfWork, people: Person[], responders: number[]): Promise<Raised[]> {
  const now = Date.now();
  const starter = people[0]!;
  const executions = responders.map((responder) => ({ id: newId(), responder }));
  const asked = executions.map(({ id, responder }) => ({ executionId: id, id: toRequestId(id, 'ask'), responder }));
  await units.run(async ({ trx }) => {
    const common = {
      flowId: 'bench',
      flowVersion: 1,
      starter,
      chatId: null,
      logId: null,
      title: null,
      variables: VARIABLES,
      branches: [],
    };
    await insertExecutions(
      trx,
      executions.map(({ id }) => ({ ...common, id, startedAt: now, owner: 'bench' })),
    );
    await trx('executions').where({ lease_owner: 'bench' }).update({ status: 'waiting', lease_owner: null });
    await insertRequests(
      trx,
      asked.map(({ executionId, id }) => ({
        id,
        executionId,
        flowId: 'bench',
        visitKey: 'ask',
        strategy: 'any',
        assigneeCount: ASSIGNEES,
        raisedAt: now,
        expiresAt: now + DAY_MS,
        templateId: newId(),
        body: bodyFrom(starter),
      })),
    );
    await insertNotifications(
      trx,
      asked.flatMap(({ id, responder }) =>
        Array.from({ length: ASSIGNEES }, (_, n) => ({
          subjectId: id,
          person: people[(responder + n) % people.length]!,
          createdAt: now,
          dueAt: now + DAY_MS,
          groupKey: groupKeyOf('bench', 'ask'),
        })),
      ),
    );
  });
  return asked.map(({ id, responder }) => ({ requestId: id, responder }));
}

const bodyFrom = (requester: Person): RequestBody => ({
  prompt: PROMPT,
  inputType: 'approval',
  label: 'Approve the budget',
  flowName: 'Ask',
  requester,
  variables: variableSpecsOf({ inputType: 'approval' }),
  chatId: null,
  chatContext: { chatName: 'Ask', recentMessages: [], totalMessages: 0 },
  channels: CHANNELS,
  fallback: [],
  requireIdentity: false,
  outputVariable: null,
});
