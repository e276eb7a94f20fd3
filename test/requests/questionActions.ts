import { expect } from 'chai';
import type { FlowNode } from '../../contract/flows.ts';
import { ProblemError } from '../../contract/problem.ts';
import { giveAnswer, giveAtOnce } from './questionAnswers.ts';
import type { AQuestion, Command } from './questionCommands.ts';
import { callerOf, PEOPLE, STARTER } from './questionServers.ts';
import { executionOf, orLost, type RequestRow, type World } from './questionWorld.ts';

export async function perform(world: World, command: Command): Promise<void> {
  const requestId = 'question' in command ? world.ids[command.question] : '';
  if (requestId === undefined) return;
  switch (command.do) {
    case 'ask':
      return ask(world, command);
    case 'answer':
      return giveAnswer(world, command);
    case 'race':
      return giveAtOnce(world, [command.first, command.second]);
    case 'withdraw':
    case 'nudge':
      return asAsker(world, command.do, command.server, requestId);
    case 'snooze':
    case 'read': {
      const until = command.do === 'read' || command.ms === null ? null : world.now + command.ms;
      const payload = { until: until && new Date(until).toISOString() };
      const url = `/user/notifications/${requestId}/${command.do}`;
      const headers = { person: PEOPLE[command.person]!.id };
      const body = command.do === 'snooze' ? { payload } : {};
      const { app, death } = world.at(command.server);
      return void (await Promise.race([app.inject({ method: 'PATCH', url, headers, ...body }), death]));
    }
    case 'cancel': {
      const one = world.at(command.server);
      const work = one.units.run((unit) => one.engine.cancel(unit, executionOf(requestId), 'Ada'));
      await Promise.race([orLost(work), one.death]);
      return one.idle();
    }
    default:
      return world.disturb(command);
  }
}

async function ask(
  world: World,
  { server, people, strategy, timeout, channels, hasFallback, isForm }: AQuestion,
): Promise<void> {
  const id = world.newName('f');
  const one = world.at(server);
  const form = [{ name: 'why', type: 'text', label: 'Why', required: true, validation: { min: 5 } }];
  const human: FlowNode['config'] = {
    inputType: isForm ? 'form' : 'approval',
    prompt: `Question ${id}?`,
    ...(isForm && { variables: form }),
    assignees: { groups: people.length === 0 ? ['team'] : [], users: people },
    ...{ strategy, timeout, channels },
    ...(hasFallback && { fallback: ['chat', 'mail'] }),
  };
  const nodes = [
    { id: 'start', type: 'start', config: {} },
    { id: 'ask', type: 'human', config: human },
    { id: 'end', type: 'end', config: {} },
  ];
  const edges = [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ];
  const started = await Promise.race([orLost(one.start({ id, name: `Flow ${id}`, nodes, edges })), one.death]);
  await one.idle();
  const execution: { id: string } | undefined = await world.table('executions').where({ flow_id: id }).first('id');
  if (started !== null) expect(execution, 'a start that was acknowledged').to.include({ id: started });
  if (execution) world.ids.push(`${execution.id}-ask`);
}

/** The asker withdraws a question, or reminds people of it. */
async function asAsker(world: World, action: 'withdraw' | 'nudge', place: number, requestId: string): Promise<void> {
  const one = world.at(place);
  const request = await world.request(requestId);
  const caller = callerOf(STARTER);
  const work =
    action === 'nudge' ? one.sent.nudge(requestId, caller) : one.sent.withdraw(requestId, 'By phone', caller);
  const codeOf = (problem: unknown): string => {
    if (problem instanceof ProblemError) return problem.code;
    throw problem;
  };
  const result = await Promise.race([orLost(work.then(() => 'done', codeOf)), one.death]);
  await one.idle();
  if (result === null) return;
  expect(result, action).to.be.oneOf(expectedOf(world, action, request));
}

function expectedOf(world: World, action: 'withdraw' | 'nudge', request: RequestRow | undefined): string[] {
  if (!request) return ['not_found'];
  if (world.isOver(request)) return ['request_closed'];
  if (action === 'withdraw') return ['done'];
  return [world.isCarried(request) ? 'done' : 'invalid_transition', 'rate_limited'];
}
