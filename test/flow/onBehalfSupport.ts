import { expect } from 'chai';
import type { Services } from '../../server/composition/services.ts';
import type { Cipher } from '../../server/foundation/settings/cipher.ts';
import { readDelegation, renewDelegation } from '../../server/people/onBehalf/delegationStore.ts';

export const SWITCHES = {
  enableDelegatedDirectoryMailRead: true,
  enableDelegatedDirectoryMailSend: true,
  enableDelegatedDirectoryCalendarRead: true,
  enableDelegatedDirectoryCalendarWrite: true,
  enableDelegatedDirectoryMailboxSettings: true,
  enableDelegatedDirectoryFilesRead: true,
  enableDelegatedDirectoryFilesReadWrite: true,
};

/** A flow of one tool. */
export const tool = (id: string, type: string, config: object) => ({
  id,
  name: id,
  nodes: [
    { id: 'go', type: 'start', config: { variables: [{ name: 'text', type: 'text', required: false }] } },
    { id: 'act', type, config },
    { id: 'done', type: 'end', config: {} },
  ],
  edges: [
    { from: 'go', to: 'act' },
    { from: 'act', to: 'done' },
  ],
});

/** As if days had passed: all access tokens have expired, and the others are renewed. */
export async function letTokensExpire({ reader, units }: Services['ground'], cipher: Cipher): Promise<void> {
  for (const { person } of await reader<{ person: string }>('delegations').select('person')) {
    const stored = await readDelegation(reader, cipher, person);
    if (!stored) continue;
    const held = JSON.parse(stored.tokens) as { AccessToken: Record<string, Record<string, string>> };
    expect(Object.keys(held.AccessToken)).not.to.deep.equal([]);
    for (const token of Object.values(held.AccessToken))
      Object.assign(token, { expires_on: '1', extended_expires_on: '1', secret: 'over' });
    const renewed = { person, tokens: JSON.stringify(held), now: Date.now() };
    await units.run(({ trx }) => renewDelegation(trx, cipher, renewed, stored));
  }
}
