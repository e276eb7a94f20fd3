import { expect } from 'chai';
import type { Chat } from '../../contract/chats.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';

describe('A change of a chat that names nobody', () => {
  const stage = useStage();

  it('is refused, because it would open a private chat to everybody', async () => {
    const users = ['alan@sandbox.test'];
    const { id } = (await stage.tim.call<Chat>('POST', '/chats', { name: 'Private', users })).body;
    for (const body of [{ name: 'Renamed' }, { name: 'Renamed', version: 1 }, { name: 'Renamed', users: null }]) {
      const refused = expectProblem(await stage.tim.call('PUT', `/chats/${id}`, body), 422, 'validation_failed');
      expect(Object.keys(refused.fields!)).to.deep.equal(['users']);
    }
    expectProblem(await stage.grace.call('GET', `/chats/${id}`), 404, 'not_found');
    expect((await stage.tim.call<Chat>('GET', `/chats/${id}`)).body).to.deep.include({ name: 'Private', users });
  });

  it('opens the chat when it says so', async () => {
    const { id } = (await stage.tim.call<Chat>('POST', '/chats', { name: 'Private', users: ['ada@sandbox.test'] }))
      .body;
    expect((await stage.tim.call('PUT', `/chats/${id}`, { name: 'Private', users: [] })).status).to.equal(200);
    expect((await stage.grace.call('GET', `/chats/${id}`)).status).to.equal(200);
  });
});
