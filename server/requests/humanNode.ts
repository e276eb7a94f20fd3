import type { Knex } from 'knex';
import { newId } from '../foundation/newId.ts';
import { toRequestId } from '../../contract/ids.ts';
import type { Person } from '../../contract/people.ts';
import { oneLineTitle } from '../../contract/titles.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { chatContextOf } from '../chats/chatContext.ts';
import {
  NodeError,
  nodeFailure,
  type Expression,
  type NodeContext,
  type NodeType,
  type WaitRecord,
} from '../flow/nodeType.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { inOrder } from '../foundation/database/statements.ts';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit } from '../foundation/database/unitOfWork.ts';
import type { RefusalOf } from '../foundation/http/outbound.ts';
import { insertOrders } from '../messages/deliveries/deliveryStore.ts';
import { insertNotifications } from '../messages/notifications/notificationStore.ts';
import { notificationOf } from './inboxOrder.ts';
import { AssigneeError, isExternal, resolveAssignees, type Assignee } from '../people/directory/resolveAssignees.ts';
import { DirectoryError, type Directory } from '../people/directory/directory.ts';
import { placesIn, reasonsOf } from './askedAsRules.ts';
import type { AskLimiter } from './askLimiter.ts';
import type { Broker } from './broker.ts';
import { insertAttachedFiles } from './attachedFileStore.ts';
import { expressionsInAttachments } from './attachmentConfig.ts';
import {
  checkHumanConfig,
  checkNewHumanConfig,
  commentOffered,
  HumanConfig,
  reachesStrangers,
  variableSpecsOf,
} from './humanConfig.ts';
import { expressionsInFacts } from './factConfig.ts';
import { toResumed } from './humanResult.ts';
import { createRehearsal } from './rehearsal.ts';
import { outcomesOf } from './outcomeStore.ts';
import { REQUEST_KIND } from './requestSubject.ts';
import { asValue, readPrompt } from './readPrompt.ts';
import { insertRequests, openRequestsOf, type NewRequest, type RequestBody } from './requestStore.ts';
import { whatNext } from './whatNext.ts';
import { resolveAttachments } from './resolveAttachments.ts';
import { resolveFacts } from './resolveFacts.ts';

export interface HumanNodeParts {
  reader: Knex;
  directory: Directory;
  signals: Signals;
  broker: Pick<Broker, 'cancel' | 'waiters' | 'asked'>;
  askLimiter: AskLimiter;
  /** The time zone of dates and times without an offset. */
  timeZone: string;
  /** The channels that are configured now. */
  channelNames(): string[];
  /** All channels, configured or not. */
  channelKinds(): string[];
  /** Why an address may not be called for options; null: it may. */
  refusalOf: RefusalOf;
}

/** What `run` prepares and `write` stores. */
interface Asked {
  request: NewRequest;
  assignees: Assignee[];
}

export const LONGEST_PROMPT = 20_000;

/** Pauses the flow and asks people (behaviour 1). */
export function createHumanNode(parts: HumanNodeParts): NodeType<HumanConfig> {
  return {
    type: 'human',
    displayName: 'Human input',
    configSchema: HumanConfig,
    effect: 'repeatable',
    isInstant: true,
    waits: true,
    looksBack: true,
    timesOut: true,
    check: checkHumanConfig,
    checkNew: (config) =>
      checkNewHumanConfig(config, { channelKinds: parts.channelKinds(), refusalOf: parts.refusalOf }),
    expressionsIn,
    rehearsal: createRehearsal((visit) =>
      prepare(visit, [{ ...visit.startedBy, askedAs: { kind: 'starter' } }], parts),
    ),

    async run(context) {
      const assignees = await findAssignees(context, parts.directory);
      const request = await prepare(context, assignees, parts);
      refuseUnreachable(assignees, request.body);
      const release = await parts.askLimiter.admit(context.startedBy.id, assignees);
      parts.broker.waiters.add(request.id, request.executionId);
      const record: Asked = { request, assignees };
      return {
        kind: 'wait',
        record,
        weight: assignees.length,
        onCommit: release,
        onRollback() {
          release();
          parts.broker.waiters.drop(request.id);
        },
      };
    },

    write: (unit, records, now) => ask(unit, records, now, parts),

    async resume(unit, visits) {
      const ids = visits.map(({ executionId, visitKey }) => toRequestId(executionId, visitKey));
      const outcomes = await outcomesOf(unit.trx, ids);
      return ids.map((id) => {
        const outcome = outcomes.get(id);
        return outcome ? toResumed(outcome) : null;
      });
    },

    async cancel(unit, executionIds, by, now) {
      await parts.broker.cancel(unit, await openRequestsOf(unit.trx, executionIds), by, now);
    },
  };
}

function expressionsIn({ title, prompt, assignees, variables, facts, attachments }: HumanConfig): Expression[] {
  const fields: Expression[] = [{ field: 'prompt', text: prompt, kind: 'template' }];
  if (title !== undefined) fields.push({ field: 'title', text: title, kind: 'template' });
  if (assignees?.variable !== undefined)
    fields.push({ field: 'assignees.variable', text: assignees.variable, kind: 'expression' });
  variables?.forEach(({ type, value }, n) => {
    if (type === 'hidden' && typeof value === 'string')
      fields.push({ field: `variables.${n}.value`, text: value, kind: 'template' });
  });
  return [...fields, ...expressionsInFacts(facts), ...expressionsInAttachments(attachments)];
}

/**
 * Resolves all assignees or none: a list that cannot be resolved completely fails the node before anything is stored.
 */
async function findAssignees(
  { config, context, expressions, startedBy }: NodeContext<HumanConfig>,
  directory: Directory,
): Promise<Assignee[]> {
  const { users, groups, variable, starter } = config.assignees;
  const value = variable === undefined ? undefined : await expressions.evaluate(variable, context);
  try {
    const assignees = await resolveAssignees(
      { users: starter ? [startedBy.id, ...users] : users, groups, variable: value },
      directory,
      {
        allowExternalEmail: config.allowExternalEmail,
      },
    );
    const isStarter = ({ id }: Person) => starter && id === startedBy.id;
    return assignees.map((one) => (isStarter(one) ? { ...one, askedAs: { kind: 'starter' as const } } : one));
  } catch (error) {
    if (error instanceof AssigneeError) throw nodeFailure(error.code, error.values);
    if (error instanceof DirectoryError) throw new NodeError(error.code, error.detail);
    throw error;
  }
}

/** @throws NodeError assignee_unreachable, or assignee_unknown for a disabled account */
function refuseUnreachable(assignees: Assignee[], body: RequestBody): void {
  const byMail = assignees.find(isExternal);
  if (!byMail || reachesStrangers(body)) return;
  const { displayName: reference, isDisabled } = byMail;
  throw isDisabled
    ? nodeFailure('assignee_unknown', { kind: 'disabled', reference })
    : nodeFailure('assignee_unreachable', { reference });
}

/** The request to store for a visit. @throws NodeError */
export async function prepare(
  context: NodeContext<HumanConfig>,
  assignees: Assignee[],
  { reader, channelNames, ...parts }: Pick<HumanNodeParts, 'reader' | 'channelNames' | 'directory' | 'timeZone'>,
): Promise<NewRequest> {
  const { config, executionId, flowId, flowName, visitKey, startedBy, chatId, logId, now } = context;
  const rendered = await context.expressions.render(config.prompt, context.context, asValue);
  if (rendered.length > LONGEST_PROMPT) throw nodeFailure('prompt_too_long', { count: LONGEST_PROMPT });
  const prompt = readPrompt(rendered);
  const title = config.title && oneLineTitle(await context.expressions.render(config.title, context.context));
  const [{ facts, remarks: ofFacts }, { attachments, remarks: ofAttachments }] = await Promise.all([
    resolveFacts(config.facts, context, parts),
    resolveAttachments(config.attachments, context, reader),
  ]);
  const remarks = [...ofFacts, ...ofAttachments];
  return {
    id: toRequestId(executionId, visitKey),
    executionId,
    flowId,
    visitKey,
    strategy: config.strategy,
    assigneeCount: assignees.length,
    raisedAt: now,
    expiresAt: now + config.timeout,
    templateId: newId(now),
    body: {
      title: title || prompt.title || context.nodeName,
      prompt: prompt.text,
      content: prompt.content,
      ...(facts.length > 0 && { facts }),
      ...(attachments.length > 0 && { attachments }),
      ...(remarks.length > 0 && { remarks }),
      next: whatNext(context, assignees.length),
      inputType: config.inputType,
      label: context.nodeName,
      flowName,
      requester: startedBy,
      askedAs: reasonsOf(assignees),
      variables: await injectHidden(variableSpecsOf(config), context),
      comment: commentOffered(config),
      chatId,
      logId,
      chatContext: await chatContextOf(reader, context),
      channels: config.channels ?? channelNames(),
      fallback: config.fallback ?? [],
      requireIdentity: config.requireIdentity,
      outputVariable: config.outputVariable ?? null,
    },
  };
}

/** Hidden values are fixed when the question is asked; clients never see or send them. */
async function injectHidden(
  specs: VariableSpec[],
  { expressions, context }: NodeContext<HumanConfig>,
): Promise<VariableSpec[]> {
  return Promise.all(
    specs.map(async (spec) =>
      spec.type === 'hidden' && typeof spec.value === 'string'
        ? { ...spec, value: await expressions.render(spec.value, context) }
        : spec,
    ),
  );
}

async function ask(
  { trx, afterCommit }: Unit,
  records: WaitRecord[],
  now: number,
  { signals, broker }: Pick<HumanNodeParts, 'signals' | 'broker'>,
): Promise<void> {
  const asked = records.map(({ record }) => record as Asked);
  const requests = asked.map(({ request }) => request);
  const notifications = asked.flatMap(({ request, assignees }) => {
    const placeOf = placesIn(request.body.askedAs);
    return assignees.map((person) => notificationOf(request, person, placeOf(person)));
  });
  const orders = requests.flatMap(({ id, body }) =>
    body.channels.map((channel) => ({ kind: REQUEST_KIND.name, subjectId: id, channel, dueAt: now })),
  );
  const entries = requests.map(({ id }): AuditRow => ({
    at: now,
    actor: 'flow',
    verifiedBy: null,
    action: 'request.raised',
    subject: id,
  }));
  const [rows] = await inOrder(
    trx,
    () => insertRequests(trx, requests),
    () => insertAttachedFiles(trx, requests),
    () => insertNotifications(trx, notifications),
    () => insertOrders(trx, orders),
    () => addToAudit(trx, entries),
  );
  afterCommit(() => {
    for (const [n, { assignees }] of asked.entries()) {
      const people = assignees.map(({ id }) => id);
      broker.asked.keep(rows[n]!, people);
    }
    for (const { id, body } of requests) {
      signals.publish('raised', id);
      if (body.channels.length > 0) signals.publish('delivery', id);
    }
  });
}
