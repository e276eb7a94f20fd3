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
import {
  challengeDelegation,
  deleteDelegation,
  dropDelegation,
  putDelegation,
  readDelegation,
  renewDelegation,
  type Delegation,
} from './delegationStore.ts';

/** Why the server cannot act for a person. */
export type DelegationFault =
  /** An administrator has not enabled it. */
  | 'delegation_off'
  /** The server signs in with a managed identity, which cannot act for people. */
  | 'delegation_impossible'
  /** There are no tokens, or they have expired: the person has to sign in and start the flow again. */
  | 'sign_in_required'
  /** The organisation demands more of the sign-in: the person has to sign in with the claims, and start again. */
  | 'sign_in_challenged'
  | 'consent_missing'
  /** The identity provider refuses the server registration. */
  | 'directory_denied'
  | 'directory_unavailable';

export class DelegationError extends Error {
  constructor(
    readonly code: DelegationFault,
    readonly permission: string,
    /** With `sign_in_challenged`: the claims. */
    readonly claims = '',
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
  /**
   * A service refused the person's token. The tokens stay, but the next start exchanges new ones.
   *
   * @param claims what the next sign-in has to ask for; null: the service has not said
   */
  doubt(person: string, claims: string | null): Promise<void>;
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
  interaction_required: 'sign_in_required', // where the provider names no claims
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

  const doubt = (person: string, claims: string | null): Promise<void> =>
    units.run(({ trx }) => challengeDelegation(trx, cipher, { person, challenge: claims ?? '', now: now() }));

  return {
    obstacleTo,

    async take(person, assertion, permissions) {
      const possible = permissions.filter((permission) => obstacleTo(permission) === null);
      if (possible.length === 0) return;
      try {
        if (isFresh(await readDelegation(reader, cipher, person), now())) return;
        const { tokens } = await exchange(application(), person, assertion, setsOf(parts, possible));
        refused.delete(person);
        if (tokens === null) return;
        await units.run(async ({ trx }) => {
          await putDelegation(trx, cipher, { person, tokens, now: now() });
          const entry = { at: now(), actor: person, verifiedBy: 'session', subject: person } as const;
          const detail = { permissions: possible.join(', ') };
          await addToAudit(trx, [{ ...entry, action: 'delegation.taken', detail }]);
        });
      } catch (error) {
        if (!(error instanceof AcquireError)) return report(error, 'delegation');
        refused.set(person, { reason: error.reason, permissions: possible, at: now() });
        if (error.reason === 'interaction_required')
          await doubt(person, error.claims).catch((fault: unknown) => report(fault, 'delegation'));
      }
    },

    doubt,

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
        const entry = { at: now(), actor: person, verifiedBy: 'session', subject: person } as const;
        await addToAudit(trx, [{ ...entry, action: 'delegation.forgotten' }]);
      }),
  };
}

function isOn({ settings, searchScope }: Parts, permission: string): boolean {
  if (permission === SEARCH_PERMISSION) return searchScope() !== null;
  const { setting } = DELEGATED_PERMISSIONS.find(({ name }) => name === permission)!;
  return settings()[setting as keyof SettingValues] === true;
}

/** Whether the tokens were exchanged just now, and nobody has refused them since. */
function isFresh(held: Delegation | null, now: number): boolean {
  if (!held || held.challenge !== null) return false;
  const ageMs = now - held.updatedAt;
  return ageMs >= 0 && ageMs < FRESH_MS; // negative: the clock was set back
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
 * Exchanges the first set that was consented to completely, and that conditional access allows; with its tokens, the
 * other permissions can be acquired later.
 */
async function exchange(
  application: DelegatedApplication,
  person: string,
  assertion: string,
  sets: readonly string[][],
): Promise<Acquired> {
  let refusal: AcquireError | null = null;
  for (const scopes of sets) {
    try {
      return await application.exchange(person, assertion, scopes);
    } catch (error) {
      if (!(error instanceof AcquireError) || !OF_ONE_SET.includes(error.reason)) throw error;
      // the person can meet a challenge, but not consent for the organisation
      if (refusal === null || error.reason === 'interaction_required') refusal = error;
    }
  }
  throw refusal!;
}

/** Refusals that say nothing about other permissions. */
const OF_ONE_SET: readonly AcquireError['reason'][] = ['consent_missing', 'interaction_required'];

function faultOf({ reason, claims }: Pick<AcquireError, 'reason' | 'claims'>, permission: string): DelegationError {
  if (claims !== null) return new DelegationError('sign_in_challenged', permission, claims);
  return new DelegationError(FAULTS[reason], permission);
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
  if (!held || (held.tokens === '' && !held.challenge)) throw none();
  if (held.tokens === '') throw faultOf({ reason: 'interaction_required', claims: held.challenge }, permission);
  try {
    const { accessToken, tokens } = await application().renew(person, held, scopeOf({ searchScope }, permission));
    if (tokens !== null)
      await units.run(({ trx }) => renewDelegation(trx, cipher, { person, tokens, now: now() }, held));
    return accessToken;
  } catch (error) {
    if (!(error instanceof AcquireError)) throw error;
    const challenge = error.claims ?? '';
    if (error.reason === 'sign_in_required') await units.run(({ trx }) => dropDelegation(trx, person, held));
    else if (error.reason === 'interaction_required' && held.challenge !== challenge)
      await units.run(({ trx }) => challengeDelegation(trx, cipher, { person, challenge, now: now() }));
    throw faultOf(error, permission);
  }
}
