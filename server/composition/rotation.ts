import { setTimeout as sleep } from 'node:timers/promises';
import { createChainSeal, type ChainSeal } from '../foundation/audit/chainSeal.ts';
import { expectChain, resignEnds } from '../foundation/audit/auditChainStore.ts';
import { resignRedactions } from '../foundation/audit/redactionStore.ts';
import type { Database } from '../foundation/database/connection.ts';
import { createUnitOfWork, type UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createCipher, type Cipher, type Keys } from '../foundation/settings/cipher.ts';
import { resealMark } from '../foundation/settings/keyMark.ts';
import { resealSettings } from '../foundation/settings/settingsStore.ts';
import { resealSecrets } from '../flow/secretStore.ts';
import { resealDelegations } from '../people/onBehalf/delegationStore.ts';
import { resealResponses, type ResponseKey } from '../requests/resealAnswers.ts';

/** How many of each were re-sealed. */
export interface Rotated {
  settings: number;
  secrets: number;
  delegations: number;
  answers: number;
}

interface Parts {
  database: Database;
  /** The key to seal with, and all keys that stored data may be sealed with. */
  keys: Keys;
  /** How long a server may still store what it sealed with another key, in ms. */
  settleMs: number;
}

const BATCH = 50;
/** Other servers hold the chain for one short unit only. */
const LOOK_AGAIN_MS = 50;

/**
 * Re-seals everything that is stored with the current key. Servers may keep running, provided they have both keys. It
 * can be interrupted at any time and resumes when called again.
 *
 * @throws UnsealableError if something was sealed with an unknown key, or ForeignChainError
 */
export async function rotate({ database, keys, settleMs }: Parts): Promise<Rotated> {
  const units = createUnitOfWork(database.writer);
  const cipher = createCipher(keys);
  const first = await pass(units, cipher);
  await sleep(settleMs);
  const second = await pass(units, cipher); // what was in progress during the first one
  await units.run(({ trx }) => resealMark(trx, cipher));
  const { mac } = await expectChain(database.reader);
  if (mac !== null) await resignAudit(units, createChainSeal(keys.opening)); // null: no server has started yet
  const sum = (what: keyof Rotated) => first[what] + second[what];
  return {
    settings: sum('settings'),
    secrets: sum('secrets'),
    delegations: sum('delegations'),
    answers: sum('answers'),
  };
}

/** Waits whenever somebody else holds the chain: what is not signed again is lost with the former key. */
async function resignAudit(units: UnitOfWork, seal: ChainSeal): Promise<void> {
  while (!(await units.run(({ trx }) => resignEnds(trx, seal)))) await sleep(LOOK_AGAIN_MS);
  for (let after: number | null = 0; after !== null;) {
    const from: number = after;
    after = await units.run(({ trx }) => resignRedactions(trx, seal, from, BATCH));
    if (after === from) await sleep(LOOK_AGAIN_MS);
  }
}

async function pass(units: UnitOfWork, cipher: Cipher): Promise<Rotated> {
  const settings = await units.run(({ trx }) => resealSettings(trx, cipher));
  const secrets = await units.run(({ trx }) => resealSecrets(trx, cipher));
  let delegations = 0;
  for (let after: string | null = ''; after !== null;) {
    const from: string = after;
    const batch = await units.run(({ trx }) => resealDelegations(trx, cipher, from, BATCH));
    delegations += batch.resealed;
    after = batch.last;
  }
  let answers = 0;
  for (let after: ResponseKey | null = { requestId: '', person: '' }; after !== null;) {
    const from: ResponseKey = after;
    const batch = await units.run(({ trx }) => resealResponses(trx, cipher, from, BATCH));
    answers += batch.resealed;
    after = batch.last;
  }
  return { settings, secrets, delegations, answers };
}
