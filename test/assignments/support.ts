import { expect } from 'chai';
import type { Assignment, AssignmentNotification } from '../../contract/assignments.ts';
import type { Chat } from '../../contract/chats.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Assigned, AssignBody } from '../../contract/sendings.ts';
import { asking } from '../scenarios/support.ts';
import type { Client } from '../support/product.ts';

export const GRACE = 'grace@sandbox.test';
export const ALAN = 'alan@sandbox.test';
export const TIM = 'tim@sandbox.test';

export async function makeChat(by: Client, body: object = {}): Promise<Chat> {
  const made = await by.call<Chat>('POST', '/chats', { name: 'The policy', users: [], ...body });
  expect(made.status, JSON.stringify(made.body)).to.equal(201);
  return made.body;
}

export const user = (id: string) => ({ kind: 'user' as const, id });
export const group = (id: string) => ({ kind: 'group' as const, id });

/** Assigns a chat, to Grace unless the terms say otherwise. */
export async function assign(by: Client, chat: Pick<Chat, 'id'>, terms: Partial<AssignBody> = {}): Promise<Assigned> {
  const body = { chatId: chat.id, principals: [user(GRACE)], criterion: 'manual', ...terms };
  const sent = await by.call<Assigned>('POST', '/assignments', body);
  expect(sent.status, JSON.stringify(sent.body)).to.equal(201);
  return sent.body;
}

export async function listed(by: Client, query = ''): Promise<Assignment[]> {
  const { status, body } = await by.call<{ items: Assignment[] }>('GET', `/assignments${query}`);
  expect(status, JSON.stringify(body)).to.equal(200);
  return body.items;
}

/** The newest assignment of a person. */
export const newestOf = async (by: Client): Promise<Assignment> => (await listed(by))[0]!;

/** Assigns a chat to Grace; returns her assignment. */
export async function assignOne(by: Client, to: Client, terms: Partial<AssignBody> = {}, chat: object = {}) {
  await assign(by, await makeChat(by, chat), terms);
  return newestOf(to);
}

export const act = (by: Client, id: string, action: string, body?: object) =>
  by.call<Assignment>('POST', `/assignments/${id}/${action}`, body);

/** The same, which must succeed. */
export async function done(by: Client, id: string, action: string, body?: object): Promise<Assignment> {
  const acted = await act(by, id, action, body);
  expect(acted.status, JSON.stringify(acted.body)).to.equal(200);
  return acted.body;
}

/** A person's notices, newest first, as `scope kind`. */
export async function toldTo(by: Client): Promise<string[]> {
  const { body } = await by.call<{ items: AssignmentNotification[] }>('GET', '/assignments/notifications');
  return body.items.map(({ scope, kind }) => `${scope} ${kind}`);
}

/** A quiz of one question for its starter: passed with 42. */
export function quiz(id: string): FlowDefinition {
  const flow = asking({ id, human: { inputType: 'text', prompt: 'Six times seven?', assignees: { starter: true } } });
  const grade = {
    id: 'grade',
    type: 'set',
    config: {
      values: {
        __assignmentPassed: 'ask.value = "42"',
        __assignmentOutcome: '{ "score": ask.value = "42" ? 1 : 0, "of": 1 }',
      },
    },
  };
  flow.nodes.push(grade);
  return {
    ...flow,
    edges: [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'grade' },
      { from: 'grade', to: 'end' },
    ],
  };
}
