import type { Knex } from 'knex';
import pMap from 'p-map';
import type { FlowAccess, FlowAccessBody, FlowPrincipal, FlowRole, NamedPrincipal } from '../../contract/flowAccess.ts';
import type { FailedCheck, FieldChecks } from '../../contract/problem.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, forbidden, notFound, ProblemError } from '../foundation/errors.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { isObjectId, throwAsProblem, type Directory } from '../people/directory/directory.ts';
import { isGuest } from '../people/identity/guests.ts';
import {
  changesBetween,
  concernsFlow,
  grantsIn,
  keepsAnOwner,
  mayReadFlow,
  mayShareFlow,
  type AccessLists,
  type Grant,
  type Standing,
} from './flowAccessRules.ts';
import { addGrants, dropGrants, moveAccess, readAccess, standingOf, type FoundStanding } from './flowAccessStore.ts';

/**
 * The caller's access to a flow that concerns them, if it allows the action.
 * @param may one of the rules in `flowAccessRules.ts`
 * @param whoMay who may do it, for the refusal's text
 * @throws ProblemError not_found if the flow does not concern the caller, forbidden
 */
export async function requireStanding(
  reader: Knex,
  flowId: string,
  caller: Caller,
  may: (caller: Caller, standing: Standing) => boolean,
  whoMay: string,
): Promise<FoundStanding> {
  const standing = await standingOf(reader, flowId, caller);
  if (!standing || !concernsFlow(caller, standing)) throw notFound('flow');
  if (!may(caller, standing)) throw forbidden(`Only ${whoMay} may do this.`);
  return standing;
}

export interface FlowAccessService {
  /** @throws ProblemError not_found, forbidden */
  read(flowId: string, caller: Caller): Promise<FlowAccess>;
  /**
   * Replaces the lists of a flow.
   * @throws ProblemError not_found, forbidden, validation_failed, invalid_transition if they were changed meanwhile
   */
  replace(flowId: string, body: FlowAccessBody, caller: Caller): Promise<FlowAccess>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  directory: Pick<Directory, 'personById' | 'personByAddress' | 'groupByReference'>;
  now(): number;
}

const OWNERS = 'owners of this flow and administrators';
const READERS = 'owners and readers of this flow and administrators';
const CONCURRENT_READS = 8;

export function createFlowAccessService({ units, reader, directory, now }: Parts): FlowAccessService {
  async function store(flowId: string, lists: AccessLists, version: number, caller: Caller): Promise<void> {
    const isOpen = lists.starters === 'everyone';
    await units.run(async ({ trx }) => {
      const before = await readAccess(trx, flowId);
      if (!before || !(await moveAccess(trx, flowId, version, isOpen)))
        throw new ProblemError('invalid_transition', 'Who has access was changed meanwhile; read it again.');
      const { granted, revoked } = changesBetween(before, lists);
      await dropGrants(trx, flowId, revoked);
      await addGrants(trx, flowId, granted);
      const entry = { at: now(), actor: caller.person.id, verifiedBy: 'session', subject: flowId };
      const told = (action: AuditRow['action']) => (grant: Grant) => ({ ...entry, action, detail: detailOf(grant) });
      const rows: AuditRow[] = [...granted.map(told('flow.granted')), ...revoked.map(told('flow.revoked'))];
      if (isOpen !== (before.starters === 'everyone'))
        rows.push({ ...entry, action: isOpen ? 'flow.opened' : 'flow.restricted' });
      await addToAudit(trx, rows);
    });
  }

  async function accessOf(flowId: string): Promise<FlowAccess> {
    const access = await readAccess(reader, flowId);
    if (!access) throw notFound('flow');
    return access;
  }

  return {
    async read(flowId, caller) {
      await requireStanding(reader, flowId, caller, mayReadFlow, READERS);
      return accessOf(flowId);
    },

    async replace(flowId, body, caller) {
      await requireStanding(reader, flowId, caller, mayShareFlow, OWNERS);
      const lists = await resolved(directory, body, await accessOf(flowId)).catch(throwAsProblem);
      if (!keepsAnOwner(caller, lists)) throw failed({ owners: check('flowOwner') });
      await store(flowId, lists, body.version, caller);
      return accessOf(flowId);
    },
  };
}

/** Keeps existing entries unchanged, even if the directory no longer knows them. */
async function listed(
  directory: Parts['directory'],
  list: readonly NamedPrincipal[],
  role: FlowRole,
  before: readonly Grant[],
  faults: FieldChecks,
): Promise<FlowPrincipal[]> {
  const found = await pMap(
    list,
    async ({ kind, id }) => {
      const known = before.find((grant) => grant.role === role && grant.kind === kind && grant.id === id);
      if (known) return withoutRole(known);
      return kind === 'user' ? findPerson(directory, id, role) : findGroup(directory, id);
    },
    { concurrency: CONCURRENT_READS },
  );
  found.forEach((each, n) => {
    if ('fault' in each) faults[`${role}s.${n}`] = each.fault;
  });
  const principals = found.filter((each) => !('fault' in each)) as FlowPrincipal[];
  return [...new Map(principals.map((each) => [each.id, each])).values()];
}

/**
 * The lists that a body names.
 * @throws ProblemError validation_failed naming principals that the directory does not know
 */
async function resolved(
  directory: Parts['directory'],
  body: FlowAccessBody,
  before: AccessLists,
): Promise<AccessLists> {
  const grants = grantsIn(before);
  const faults: FieldChecks = {};
  const of = (role: FlowRole, list: readonly NamedPrincipal[]) => listed(directory, list, role, grants, faults);
  const lists: AccessLists = {
    owners: await of('owner', body.owners),
    readers: await of('reader', body.readers),
    starters: body.starters === 'everyone' ? 'everyone' : await of('starter', body.starters),
  };
  if (Object.keys(faults).length > 0) throw failed(faults);
  return lists;
}

type Found = FlowPrincipal | { fault: FailedCheck };

const withoutRole = ({ role: _role, ...principal }: Grant): FlowPrincipal => principal;

const detailOf = ({ role, kind, id }: Grant) => ({ role, kind, principal: id });

/** Guests can only be starters. */
async function findPerson(directory: Parts['directory'], reference: string, role: FlowRole): Promise<Found> {
  const id = isObjectId(reference) ? reference : (await directory.personByAddress(reference))?.id;
  const person = id === undefined ? null : await directory.personById(id);
  if (!person) return { fault: check('personUnknown', { names: reference }) };
  if (isGuest(person) && role !== 'starter') return { fault: check('flowOfGuest', { names: person.displayName }) };
  return { kind: 'user', id: person.id, displayName: person.displayName, email: person.email };
}

async function findGroup(directory: Parts['directory'], reference: string): Promise<Found> {
  const group = await directory.groupByReference(reference);
  if (!group) return { fault: check('groupUnknown', { names: reference }) };
  return { kind: 'group', id: group.id, displayName: group.displayName, email: group.email };
}
