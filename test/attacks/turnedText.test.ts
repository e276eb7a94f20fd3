import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { notificationOf, publish, useStage } from '../scenarios/support.ts';

const turned = (words: string): string => `\u2067${words}\u202e\u200f`;

const SEARCHES = ['/directory/users?search=grace', '/directory/groups?search=legal'];

describe('Text that changes the direction of what follows it', () => {
  const tenant = readTenant();
  const named = tenant.people.find(({ key }) => key === 'grace')!;
  Object.assign(named, {
    displayName: turned('Grace Hopper'),
    jobTitle: turned('Admiral'),
    businessPhones: [turned('+1 555 0100')],
  });
  const legal = tenant.groups.find(({ displayName }) => displayName === 'Legal')!;
  legal.displayName = turned('Legal');
  const stage = useStage({ sandboxOptions: { tenant } });

  const definition: FlowDefinition = {
    id: 'turned',
    name: turned('Expenses'),
    description: turned('What was spent'),
    nodes: [
      {
        id: 'start',
        type: 'start',
        name: turned('Begin'),
        config: { variables: [{ name: 'why', type: 'text', label: turned('Why') }] },
      },
      { id: 'tell', type: 'message', name: turned('Tell'), config: { text: turned('It goes on.') } },
      {
        id: 'ask',
        type: 'human',
        name: turned('Ask'),
        config: {
          inputType: 'choice',
          prompt: turned('Well?'),
          options: [{ value: 'a', label: turned('A'), icon: turned('🌵') }],
          assignees: { users: ['grace@sandbox.test'] },
        },
      },
      { id: 'end', type: 'end', config: {} },
    ],
    edges: [
      { from: 'start', to: 'tell' },
      { from: 'tell', to: 'ask' },
      { from: 'ask', to: 'end' },
    ],
  };

  /** Everything that the API returns to this person, by path. */
  const readAs = async (name: 'alan' | 'grace', paths: string[]) =>
    Promise.all(
      paths.map(async (path) => {
        const { status, body } = await stage[name].call('GET', path);
        expect(status, path).to.equal(200);
        return [path, JSON.stringify(body)] as const;
      }),
    );

  it('is removed for everybody but its author, who gets it as typed', async () => {
    await publish(stage.ada, definition);
    const chat = (await stage.ada.call<Chat>('POST', '/chats', { name: turned('Money'), users: [] })).body;
    const started = await stage.alan.call<{ executionId: string }>('POST', '/flows/turned/executions', {
      chatId: chat.id,
      variables: { why: 'x' },
    });
    const { executionId: id } = started.body;
    await stage.product.reached(stage.alan, id, 'waiting');
    const request = `${id}-ask`;
    const { promptTemplateId } = await notificationOf(stage.product, stage.grace, request);
    const answers = [
      ...(await readAs('alan', [
        '/flows',
        '/executions',
        `/executions/${id}`,
        `/requests/${request}`,
        '/chats',
        `/chats/${chat.id}`,
        `/chats/${chat.id}/messages`,
      ])),
      ...(await readAs('grace', ['/user/notifications', `/prompts/${promptTemplateId}`, '/me', ...SEARCHES])),
    ];
    for (const [, body] of answers.slice(-SEARCHES.length)) expect(body).to.match(/Grace Hopper|Legal/);
    expect(answers.filter(([, body]) => /\p{Bidi_Control}/u.test(body))).to.deep.equal([]);
    const { body } = await stage.ada.call('GET', '/flows/turned');
    expect(body).to.deep.include({ name: definition.name, nodes: definition.nodes });
  });
});
