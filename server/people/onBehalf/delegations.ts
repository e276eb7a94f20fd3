import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { addToAudit } from '../../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import type { Cipher } from '../../foundation/settings/cipher.ts';
import type { SettingValues } from '../../foundation/settings/settingTable.ts';
import { DELEGATED_PERMISSIONS, SEARCH_PERMISSION } from '../identity/permissions.ts';
import { GRAPH_ORIGIN } from '../identity/registrations.ts';
import type { Registrations } from '../identity/registrationSettings.ts';
import { AcquireError, type Acquired, type DelegatedApplication } from '../identity/delegatedApplication.ts';
import { deleteDelegation, dropDelegation, putDelegation, readDelegation, renewDelegation } from './delegationStore.ts';

/** Why the server cannot act for a person. */
export type DelegationFault =
  /** An administrator has not enabled it. */
  | 'delegation_off'
  /** The server signs in with a managed identity, which cannot act for people. */
  | 'delegation_impossible'
  /** There are no tokens, or they have expired: the person has to sign in and start the flow again. */
  | 'sign_in_required'
  | 'consent_missing'
  /** The identity provider refuses the server registration. */
  | 'directory_denied'
  | 'directory_unavailable';

export class DelegationError extends Error {
  constructor(
    readonly code: DelegationFault,
    readonly permission: string,
  ) {
    super(`${code}: ${permission}`);
    this.name = 'DelegationError';
  }
}

/** Acting as the person who started a flow (behaviour 5.3 B). */
export interface Delegations {
  /** Why a permission cannot be used at all at present; null: it can. */
  obstacleTo(permission: string): DelegationFault | null;
  /**
   * Exchanges the person's token for tokens with these permissions, and stores them. Never throws: a later use of a
   * permission reports what is missing.
   */
  take(person: string, assertion: string, permissions: readonly string[]): Promise<void>;
  /** A token for Microsoft Graph, or for the search service, as this person. @throws DelegationError */
  tokenOf(person: string, permission: string): Promise<string>;
  /** Deletes all tokens of a person. */
  forget(person: string): Promise<void>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  cipher: Cipher;
  settings(): SettingValues;
  registrations(): Registrations;
  application(): DelegatedApplication;
  /** The scope for searching as a person; null: there is no delegated search. */
  searchScope(): string | null;
  now(): number;
  report(error: unknown, about: string): void;
}

/** Tokens exchanged this recently are not exchanged again, and a refusal this old says nothing any more. */
const FRESH_MS = 10 * 60_000;
const MOST_REFUSED = 10_000;

/** Why no tokens could be exchanged for a person who has none. */
interface RefusedExchange {
  reason: AcquireError['reason'];
  permissions: readonly string[];
  at: number;
}

const FAULTS = {
  sign_in_required: 'sign_in_required',
  consent_missing: 'consent_missing',
  refused: 'directory_denied',
  unreachable: 'directory_unavailable',
} as const satisfies Record<AcquireError['reason'], DelegationFault>;

export function createDelegations(parts: Parts): Delegations {
  const { units, reader, cipher, registrations, application, now, report } = parts;
  const underWay = new Map<string, Promise<string>>();
  const refused = new LRUCache<string, RefusedExchange>({ max: MOST_REFUSED });

  /** Signing in again would not help if something else was in the way when they started the flow. */
  function whyNone(person: string, permission: string): DelegationFault {
    const last = refused.get(person);
    const ageMs = last ? now() - last.at : Infinity;
    const isRecent = ageMs >= 0 && ageMs < FRESH_MS;
    return last && isRecent && last.permissions.includes(permission) ? FAULTS[last.reason] : 'sign_in_required';
  }

  function obstacleTo(permission: string): DelegationFault | null {
    if (!isOn(parts, permission)) return 'delegation_off';
    return registrations().directoryAuthType === 'managedSystemIdentity' ? 'delegation_impossible' : null;
  }

  return {
    obstacleTo,

    async take(person, assertion, permissions) {
      const possible = permissions.filter((permission) => obstacleTo(permission) === null);
      if (possible.length === 0) return;
      try {
        const held = await readDelegation(reader, cipher, person);
        const ageMs = held ? now() - held.updatedAt : Infinity;
        if (ageMs >= 0 && ageMs < FRESH_MS) return; // negative: the clock was set back
        const { tokens } = await exchange(application(), person, assertion, setsOf(parts, possible));
        refused.delete(person);
        if (tokens === null) return;
        await units.run(async ({ trx }) => {
          await putDelegation(trx, cipher, { person, tokens, now: now() });
          const deed = { at: now(), actor: person, verifiedBy: 'session', subject: person } as const;
          const detail = { permissions: possible.join(', ') };
          await addToAudit(trx, [{ ...deed, action: 'delegation.taken', detail }]);
        });
      } catch (error) {
        if (error instanceof AcquireError)
          refused.set(person, { reason: error.reason, permissions: possible, at: now() });
        else report(error, 'delegation');
      }
    },

    async tokenOf(person, permission) {
      const obstacle = obstacleTo(permission);
      if (obstacle) throw new DelegationError(obstacle, permission);
      const key = JSON.stringify([person, permission]);
      const none = () => new DelegationError(whyNone(person, permission), permission);
      const running = underWay.get(key) ?? acquire(parts, person, permission, none).finally(() => underWay.delete(key));
      underWay.set(key, running);
      return running;
    },

    forget: (person) =>
      units.run(async ({ trx }) => {
        refused.delete(person);
        if (!(await deleteDelegation(trx, person))) return;
        const deed = { at: now(), actor: person, verifiedBy: 'session', subject: person } as const;
        await addToAudit(trx, [{ ...deed, action: 'delegation.forgotten' }]);
      }),
  };
}

function isOn({ settings, searchScope }: Parts, permission: string): boolean {
  if (permission === SEARCH_PERMISSION) return searchScope() !== null;
  const { setting } = DELEGATED_PERMISSIONS.find(({ name }) => name === permission)!;
  return settings()[setting as keyof SettingValues] === true;
}

const scopeOf = ({ searchScope }: Pick<Parts, 'searchScope'>, permission: string): string =>
  permission === SEARCH_PERMISSION ? searchScope()! : `${GRAPH_ORIGIN}/${permission}`;

/** The sets of scopes to try in order: all of Microsoft Graph's together, each of them alone, and the search's. */
function setsOf(parts: Parts, permissions: readonly string[]): string[][] {
  const ofGraph = permissions.filter((each) => each !== SEARCH_PERMISSION).map((each) => scopeOf(parts, each));
  const single = permissions.map((each) => [scopeOf(parts, each)]);
  return ofGraph.length > 1 ? [ofGraph, ...single] : single;
}

/**
 * Exchanges the first set that was consented to completely; with its tokens, the other permissions can be acquired
 * later.
 */
async function exchange(
  application: DelegatedApplication,
  person: string,
  assertion: string,
  [first, ...others]: readonly string[][],
): Promise<Acquired> {
  try {
    return await application.exchange(person, assertion, first!);
  } catch (error) {
    const isConsent = error instanceof AcquireError && error.reason === 'consent_missing';
    if (!isConsent || others.length === 0) throw error;
    return exchange(application, person, assertion, others);
  }
}

/**
 * A token from the stored ones; stores them again if they were renewed.
 * @param none what to throw if there are none @throws DelegationError
 */
async function acquire(
  { units, reader, cipher, application, searchScope, now }: Parts,
  person: string,
  permission: string,
  none: () => DelegationError,
): Promise<string> {
  const held = await readDelegation(reader, cipher, person);
  if (!held) throw none();
  try {
    const { accessToken, tokens } = await application().renew(person, held, scopeOf({ searchScope }, permission));
    if (tokens !== null)
      await units.run(({ trx }) => renewDelegation(trx, cipher, { person, tokens, now: now() }, held));
    return accessToken;
  } catch (error) {
    if (!(error instanceof AcquireError)) throw error;
    if (error.reason === 'sign_in_required') await units.run(({ trx }) => dropDelegation(trx, person, held));
    throw new DelegationError(FAULTS[error.reason], permission);
  }
}
