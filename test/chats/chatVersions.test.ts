import { expect } from 'chai';
import type { Chat, ChatVersion } from '../../contract/chats.ts';
import { asking, expectProblem, publish, useStage } from '../scenarios/support.ts';

interface Page {
  items: { version: number; name: string; savedAt: string }[];
  nextCursor: string | null;
}

describe('versions of a chat', () => {
  const stage = useStage();

  it('are kept, and readable for anyone who may use the chat', async () => {
    const first = { name: 'First', instructions: 'Be brief', users: ['grace@sandbox.test'] };
    const { body: chat } = await stage.tim.call<Chat>('POST', '/chats', first);
    await publish(
      stage.ada,
      asking({ id: 'open', human: { inputType: 'text', prompt: '?', assignees: { users: first.users } } }),
    );
    const second = { name: 'Second', flowId: 'open', assistant: { enabled: true, instructions: 'Be kind' } };
    const saved = await stage.tim.call<Chat>('PUT', `/chats/${chat.id}`, { ...second, users: chat.users });
    expect(saved.status).to.equal(200);
    const versions = `/chats/${chat.id}/versions`;
    const { body: newest } = await stage.grace.call<Page>('GET', `${versions}?limit=1`);
    expect(newest.items.map(({ version, name }) => [version, name])).to.deep.equal([[2, 'Second']]);
    const { body: rest } = await stage.grace.call<Page>('GET', `${versions}?cursor=${newest.nextCursor}`);
    expect(rest).to.deep.equal({
      items: [{ version: 1, name: 'First', savedAt: chat.updatedAt }],
      nextCursor: null,
    });
    const read = async (version: number) => (await stage.grace.call<ChatVersion>('GET', `${versions}/${version}`)).body;
    expect(await read(1)).to.deep.equal({
      version: 1,
      name: 'First',
      instructions: 'Be brief',
      flowId: null,
      assistant: { enabled: false, instructions: '' },
      savedAt: chat.updatedAt,
    });
    expect(await read(2)).to.deep.equal({
      ...second,
      version: 2,
      instructions: '',
      savedAt: saved.body.updatedAt,
    });
    expectProblem(await stage.grace.call('GET', `${versions}/3`), 404, 'not_found');
    expectProblem(await stage.grace.call('GET', `${versions}/0`), 404, 'not_found');
    expectProblem(await stage.grace.call('GET', `${versions}?cursor=e30`), 422, 'validation_failed');
    for (const path of [versions, `${versions}/1`]) expectProblem(await stage.alan.call('GET', path), 404, 'not_found');
  });
});
