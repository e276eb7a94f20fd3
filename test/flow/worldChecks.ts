import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { GivenToTrial } from '../../contract/trials.ts';
import { foldContext, visitKeyOf, type Step } from '../../server/flow/branchRules.ts';
import type { StoredExecution } from '../../server/flow/executionQueries.ts';
import type { Expressions } from '../../server/flow/nodeType.ts';
import { MOST_TRIED_STEPS, tryFlow } from '../../server/flow/trial.ts';
import type { EngineStage } from './engineStage.ts';
import { answerOf, type Question, type QuestionBoard } from './questionBoard.ts';
import type { World } from './world.ts';

interface Parts {
  stage: EngineStage;
  board: QuestionBoard;
  expressions: Expressions;
  definition: FlowDefinition;
  variables: Record<string, unknown>;
  /** Each node is in one branch, so that its visits have the same keys in a trial. */
  isRow: boolean;
}

/** What holds for every execution that has ended, whatever happened to it. */
export async function checkEnded(world: World, parts: Parts): Promise<void> {
  const { stage, board } = parts;
  const questions = await board.all(stage.store.db.reader);
  for (const id of world.executionIds) {
    const [execution, steps] = [await stage.execution(id), await stage.steps(id)];
    const own = questions.filter(({ executionId }) => executionId === id);
    checkEnd(execution, own);
    checkAnswers(
      steps,
      own.filter((question) => world.acknowledged.has(question.id)),
    );
    checkRuns(execution, steps, world, board);
    checkOrder(execution, steps, parts.definition);
    if (execution.status !== 'cancelled' && !world.retried.has(id)) await checkTrial(execution, steps, parts);
  }
  expect(stage.reported).to.deep.equal([]);
}

function checkEnd({ status, branches, error }: StoredExecution, questions: Question[]): void {
  expect(
    questions.filter(({ state }) => state === 'open'),
    'open questions',
  ).to.deep.equal([]);
  if (status === 'completed') expect(branches).to.deep.equal([]);
  if (status === 'failed') expect(branches.map(({ state }) => state)).to.not.include('waiting');
  expect(error?.code).to.not.equal('node_failed');
}

function checkAnswers(steps: Step[], answered: Question[]): void {
  for (const { visitKey } of answered) {
    const step = steps.find((each) => each.visitKey === visitKey);
    expect(step, `the answer to ${visitKey}`).to.deep.include({ status: 'completed', output: answerOf(visitKey) });
  }
}

/** Every visit has one step. A node that must run only once never runs again. */
function checkRuns(execution: StoredExecution, steps: Step[], { isCalm, retried }: World, board: QuestionBoard): void {
  const keys = steps.map(({ visitKey }) => visitKey);
  expect(new Set(keys).size, keys.join()).to.equal(keys.length);
  const isUndisturbed = isCalm && execution.status !== 'cancelled' && !retried.has(execution.id);
  for (const { nodeId, visitKey, status } of steps) {
    const runs = board.runs.get(`${execution.id}/${visitKey}`) ?? 0;
    const [isOnce, isCall] = [nodeId.startsWith('send'), nodeId.startsWith('call')];
    if (isOnce || (isCall && isUndisturbed)) expect(runs, visitKey).to.be.at.most(1);
    if ((isOnce || isCall) && status === 'completed') expect(runs, visitKey).to.be.at.least(1);
  }
}

/** A node is visited after one of those that lead to it. */
function checkOrder({ status }: StoredExecution, steps: Step[], { edges }: FlowDefinition): void {
  const seen = new Set<string>();
  for (const { nodeId } of steps) {
    const before = edges.filter(({ to }) => to === nodeId).map(({ from }) => from);
    const isLed = before.length === 0 || before.some((from) => seen.has(from));
    expect(isLed, `${nodeId} comes after ${before.join()}`).to.equal(true);
    seen.add(nodeId);
  }
  if (status === 'completed') expect([...seen].some((id) => id.startsWith('end'))).to.equal(true);
}

const TOLD = /^(late|question|send|call)/;

/** The execution ends as a trial does in which people and calls give the same results. */
async function checkTrial({ status }: StoredExecution, steps: Step[], parts: Parts): Promise<void> {
  const { stage, definition, variables, expressions, isRow } = parts;
  const told = steps.filter(({ nodeId }) => TOLD.test(nodeId));
  if (steps.length >= MOST_TRIED_STEPS || (!isRow && isAmbiguous(told, definition))) return;
  const keysOf = ({ nodeId, visitKey }: Step) =>
    isRow ? [visitKey] : Array.from({ length: 20 }, (_, n) => visitKeyOf(nodeId, n + 1));
  const { flow, startedBy } = stage.orderOf(definition);
  const tried = await tryFlow({
    flow,
    variables,
    given: Object.fromEntries(told.flatMap((step) => keysOf(step).map((key) => [key, givenBy(step)]))),
    by: startedBy,
    expressions,
    now: 0,
    signal: new AbortController().signal,
  });
  expect(status, 'as tried').to.equal(tried.status);
  if (status !== 'completed') return;
  const inAnyOrder = (all: { nodeId: string; visitKey: string; status: string }[]) =>
    all.map((step) => `${isRow ? step.visitKey : step.nodeId} ${step.status}`).sort();
  expect(inAnyOrder(steps)).to.deep.equal(inAnyOrder(tried.steps));
  const often = new Set(isRow ? [] : steps.filter((step) => step.visitKey !== step.nodeId).map(({ nodeId }) => nodeId));
  const comparable = (context: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(context).filter(([name]) => !often.has(name)));
  expect(comparable(foldContext(variables, steps))).to.deep.equal(comparable(tried.context));
}

/** In a drawing several branches visit one node, and the result of each visit depends on their order. */
function isAmbiguous(told: Step[], { nodes }: FlowDefinition): boolean {
  const statusOf = new Map(told.map(({ nodeId, status }) => [nodeId, status]));
  return (
    nodes.some(({ id }) => id.startsWith('loop')) || told.some((step) => statusOf.get(step.nodeId) !== step.status)
  );
}

const givenBy = ({ status, output, error }: Step): GivenToTrial =>
  status === 'completed' ? { kind: 'output', output } : { kind: 'failure', code: error?.code ?? 'cancelled' };

/** All that is known of what went wrong, to be read by people. */
export async function tell(world: World, { stage, board, definition }: Parts): Promise<string> {
  const executions = await Promise.all(
    world.executionIds.map(async (id) => {
      const { status, error, branches } = await stage.execution(id);
      return JSON.stringify({ id, status, error, branches, steps: await stage.timeline(id) });
    }),
  );
  const questions = JSON.stringify(await board.all(stage.store.db.reader));
  const runs = JSON.stringify([...board.runs]);
  return [...world.log, JSON.stringify(definition), ...executions, questions, runs].join('\n');
}
