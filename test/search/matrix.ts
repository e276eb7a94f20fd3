import { expect } from 'chai';
import type { ExecutionView } from '../../contract/executions.ts';
import type { SearchPage } from '../../contract/search.ts';
import { readTenant, type Tenant, type TenantPerson } from '../../sandbox/tenant.ts';
import type { Client } from '../support/product.ts';
import { populate } from './world.ts';

export const SEED = 20261125;

export function crowdedTenant(): Tenant {
  const tenant = readTenant();
  populate(tenant, SEED);
  return tenant;
}

export const nameOf = ({ mail, userPrincipalName }: TenantPerson): string => mail ?? userPrincipalName;

/** A few whose results differ, including a guest. */
export const someOf = ({ people }: Tenant): TenantPerson[] => [
  ...people.slice(0, 3),
  ...people.slice(14, 18),
  people.find(({ key }) => key === 'made20')!,
];

/** The sorted ids of all documents that a person finds with one word, read page by page. */
export async function pagesOf(client: Client, headers?: Record<string, string>): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { query: 'zebra', limit: 50, cursor };
    const { status, body } = await client.call<SearchPage>('POST', '/search', query, headers);
    expect(status, JSON.stringify(body)).to.equal(200);
    found.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found.sort();
}

/** A flow that searches. */
export const finding = (id: string, config: object) => ({
  id,
  name: id,
  nodes: [
    { id: 'start', type: 'start', config: { variables: [{ name: 'words', type: 'text' }] } },
    { id: 'find', type: 'search', config },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'find' },
    { from: 'find', to: 'end' },
  ],
});

/** Saves it as `finder`, open to `starters`. */
export async function publishSearch(author: Client, config: object, starters: TenantPerson[]): Promise<void> {
  const { status, body } = await author.call('POST', '/flows', finding('finder', config));
  expect(status, JSON.stringify(body)).to.equal(201);
  const { version } = (await author.call<{ version: number }>('GET', '/flows/finder/access')).body;
  const [owner, ...others] = starters.map(({ id }) => ({ kind: 'user', id }));
  const access = { version, owners: [owner], readers: [], starters: others };
  expect((await author.call('PUT', '/flows/finder/access', access)).status).to.equal(200);
}

export const addressesIn = ({ context }: ExecutionView): string[] =>
  (context!['find'] as { items: { address: string }[] }).items.map(({ address }) => address);
