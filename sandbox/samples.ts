import { readdir, readFile } from 'node:fs/promises';
import { FlowDefinition } from '../contract/flows.ts';
import type { FlowService } from '../server/flow/flowService.ts';
import { findFlow } from '../server/flow/flowStore.ts';
import type { Knex } from 'knex';

const FOLDER = new URL('../samples/', import.meta.url);
const LOADED_BY = { id: 'sandbox', displayName: 'Sandbox', email: null, userPrincipalName: null };

/** Every flow in `samples/`, as its file says it. */
export async function readSamples(): Promise<FlowDefinition[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => FlowDefinition.parse(JSON.parse(await readFile(new URL(name, FOLDER), 'utf8')))),
  );
}

/** Saves the sample flows that are not there yet; what somebody made of them stays as it is. */
export async function loadSamples({ flows, reader }: { flows: FlowService; reader: Knex }): Promise<void> {
  for (const sample of await readSamples())
    if (!(await findFlow(reader, sample.id))) await flows.create(sample, LOADED_BY);
}
