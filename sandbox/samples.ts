import { readdir, readFile } from 'node:fs/promises';
import { ChatBody } from '../contract/chats.ts';
import { FlowDefinition } from '../contract/flows.ts';
import type { ChatService } from '../server/chats/chatService.ts';
import type { FlowService } from '../server/flow/flowService.ts';
import { findFlow } from '../server/flow/flowStore.ts';
import type { Caller } from '../server/foundation/http/authenticate.ts';
import type { Knex } from 'knex';
import type { TenantPerson } from './tenant.ts';

const FOLDER = new URL('../samples/', import.meta.url);
const CHATS = new URL('chats/', FOLDER);
const LOADED_BY = { id: 'sandbox', displayName: 'Sandbox', email: null, userPrincipalName: null };

/** All flows in `samples/`. */
export const readSamples = async (): Promise<FlowDefinition[]> =>
  (await readFiles(FOLDER)).map((file) => FlowDefinition.parse(file));

async function readFiles(folder: URL): Promise<unknown[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(new URL(name, folder), 'utf8')) as unknown));
}

interface Into {
  ground: { reader: Knex };
  work: { flows: FlowService; chats: ChatService };
}

/**
 * Saves the sample flows that do not exist yet, and the sample chats if there are no chats. Existing flows and chats
 * stay unchanged.
 *
 * @param author the owner of the chats
 */
export async function loadSamples(
  { ground: { reader }, work: { flows, chats } }: Into,
  author: TenantPerson,
): Promise<void> {
  for (const sample of await readSamples())
    if (!(await findFlow(reader, sample.id))) await flows.create(sample, LOADED_BY);
  if (await reader('chats').first('id')) return;
  const by: Caller = {
    person: { ...author, email: author.mail },
    roles: ['administrator'],
    groups: [],
    isGuest: false,
    tokenExpiresAt: 0,
  };
  for (const file of await readFiles(CHATS)) await chats.create(ChatBody.parse(file), by);
}
