import bolt from '@slack/bolt';
import { expect } from 'chai';
import type { SlackClient } from '../../../bot/slack/callSlack.ts';
import { createPeople } from '../../../bot/slack/people.ts';
import { aChannelHost } from '../../support/channelHost.ts';

const RADIA = {
  id: 'radia',
  displayName: 'Radia Perlman',
  email: 'radia.perlman@sandbox.test',
  userPrincipalName: 'radia@sandbox.test',
};

/** A workspace with one account. */
function workspaceOf(address: string) {
  const asked: string[] = [];
  const users = {
    info: async () => ({ user: { id: 'U1', profile: { email: address } } }),
    async lookupByEmail({ email }: { email: string }) {
      asked.push(email);
      if (email === address) return { user: { id: 'U1' } };
      throw new bolt.webApi.WebAPIPlatformError({ ok: false, error: 'users_not_found' });
    },
  };
  const conversations = { open: async ({ users: id }: { users: string }) => ({ channel: { id: `D-${id}` } }) };
  return { asked, client: { users, conversations } as unknown as SlackClient };
}

const peopleIn = ({ client }: ReturnType<typeof workspaceOf>) =>
  createPeople({ host: aChannelHost({ personByEmail: async () => RADIA }), client });

describe('a Slack account', () => {
  const account = { userId: 'U1', channelId: 'D-U1' };

  it('is found by either address that the directory has for a person', async () => {
    for (const address of [RADIA.email, RADIA.userPrincipalName]) {
      const workspace = workspaceOf(address);
      expect(await peopleIn(workspace).meet(RADIA, workspace.client), address).to.deep.equal(account);
      expect(await peopleIn(workspace).personOf('U1'), 'whoever presses there').to.equal(RADIA);
    }
  });

  it('is looked up once if both are the same, and not at all if there is none', async () => {
    const workspace = workspaceOf('somebody@sandbox.test');
    const { meet } = peopleIn(workspace);
    const refused = async (person: typeof RADIA | { email: null; userPrincipalName: null }) =>
      meet({ ...RADIA, ...person }, workspace.client).then(
        () => null,
        (error: Error) => error.message,
      );
    expect(await refused({ ...RADIA, userPrincipalName: RADIA.email })).to.include('users_not_found');
    expect(workspace.asked).to.deep.equal([RADIA.email]);
    expect(await refused({ email: null, userPrincipalName: null })).to.include('Radia Perlman');
    expect(workspace.asked).to.have.length(1);
  });
});
