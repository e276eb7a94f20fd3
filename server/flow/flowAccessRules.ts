import type { FlowAccess, FlowPrincipal, FlowRole, MayDoWithFlow } from '../../contract/flowAccess.ts';
import { isAdministrator, isAuthor, type Caller } from '../foundation/http/authenticate.ts';

/** The caller's properties that access to flows depends on. */
export type AccessCaller = Pick<Caller, 'roles' | 'isGuest'>;

/** A person's access to a flow. */
export interface Standing {
  /** The roles that the flow's lists give the person or their groups. */
  roles: readonly FlowRole[];
  /** Whether everybody in the tenant may start it. */
  isOpen: boolean;
}

/** No list names the person, and the flow is not open to everybody. */
export const NO_STANDING: Standing = { roles: [], isOpen: false };

/** Guests answer what they are asked and start what names them: lists give them no other role. */
const is = ({ isGuest }: AccessCaller, { roles }: Standing, role: FlowRole): boolean =>
  roles.includes(role) && (!isGuest || role === 'starter');

const owns = (caller: AccessCaller, standing: Standing): boolean =>
  isAdministrator(caller) || is(caller, standing, 'owner');

export const mayStartFlow = (caller: AccessCaller, standing: Standing): boolean =>
  owns(caller, standing) || is(caller, standing, 'starter') || (standing.isOpen && !caller.isGuest);

/** Reading its definition, its access lists and the executions of others, without their contexts. */
export const mayReadFlow = (caller: AccessCaller, standing: Standing): boolean =>
  owns(caller, standing) || is(caller, standing, 'reader');

/** Saving the next version: for owners who are still authors, and administrators. */
export const mayChangeFlow = (caller: AccessCaller, standing: Standing): boolean =>
  owns(caller, standing) && isAuthor(caller);

/** Changing who has access. */
export const mayShareFlow = owns;

/** Retiring it, and bringing it back. */
export const mayRetireFlow = owns;

/** Reading contexts and outputs of executions, files of answers and delivery states; also retrying and cancelling. */
export const mayRunFlow = owns;

/** Whether the flow concerns the caller. For everybody else it does not exist. */
export const concernsFlow = (caller: AccessCaller, standing: Standing): boolean =>
  mayStartFlow(caller, standing) || mayReadFlow(caller, standing);

/** @param isRetired nobody can start or change the flow until it is brought back */
export const whatMayDo = (caller: AccessCaller, standing: Standing, isRetired = false): MayDoWithFlow => ({
  start: !isRetired && mayStartFlow(caller, standing),
  read: mayReadFlow(caller, standing),
  change: !isRetired && mayChangeFlow(caller, standing),
  share: mayShareFlow(caller, standing),
});

/** The access lists of a flow, without their version. */
export type AccessLists = Omit<FlowAccess, 'version'>;

/** One entry of an access list. */
export interface Grant extends FlowPrincipal {
  role: FlowRole;
}

export function grantsIn({ owners, readers, starters }: AccessLists): Grant[] {
  const of = (role: FlowRole, principals: readonly FlowPrincipal[]) => principals.map((each) => ({ ...each, role }));
  return [...of('owner', owners), ...of('reader', readers), ...of('starter', starters === 'everyone' ? [] : starters)];
}

export function listsOf(grants: readonly Grant[], isOpen: boolean): AccessLists {
  const named = (wanted: FlowRole): FlowPrincipal[] =>
    grants.filter(({ role }) => role === wanted).map(({ role: _role, ...principal }) => principal);
  return { owners: named('owner'), readers: named('reader'), starters: isOpen ? 'everyone' : named('starter') };
}

/** The difference between two states of the lists. */
export function changesBetween(before: AccessLists, after: AccessLists): { granted: Grant[]; revoked: Grant[] } {
  const [old, now] = [grantsIn(before), grantsIn(after)];
  const without = (these: readonly Grant[], others: readonly Grant[]) => {
    const known = new Set(others.map(keyOf));
    return these.filter((grant) => !known.has(keyOf(grant)));
  };
  return { granted: without(now, old), revoked: without(old, now) };
}

const keyOf = ({ role, id }: Grant): string => `${role} ${id}`;

/** A flow keeps an owner; only administrators may remove the last one. */
export const keepsAnOwner = (caller: AccessCaller, { owners }: AccessLists): boolean =>
  isAdministrator(caller) || owners.length > 0;
