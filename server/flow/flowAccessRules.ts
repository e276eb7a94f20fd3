import type { FlowAccess, FlowPrincipal, FlowRole, MayDoWithFlow } from '../../contract/flowAccess.ts';
import { isAdministrator, isAuthor, type Caller } from '../foundation/http/authenticate.ts';

/** Who asks, as far as access to flows depends on it. */
export type Asking = Pick<Caller, 'roles' | 'isGuest'>;

/** How somebody stands to a flow. */
export interface Standing {
  /** What the flow's lists say of them, or of a group that they are in. */
  roles: readonly FlowRole[];
  /** Whether everybody of the tenant may start it. */
  isOpen: boolean;
}

/** Of somebody whom no list of a flow names, which everybody may not start. */
export const NO_STANDING: Standing = { roles: [], isOpen: false };

/** Guests answer what they are asked and start what names them: no list makes them more than that. */
const is = ({ isGuest }: Asking, { roles }: Standing, role: FlowRole): boolean =>
  roles.includes(role) && (!isGuest || role === 'starter');

const owns = (caller: Asking, standing: Standing): boolean => isAdministrator(caller) || is(caller, standing, 'owner');

export const mayStartFlow = (caller: Asking, standing: Standing): boolean =>
  owns(caller, standing) || is(caller, standing, 'starter') || (standing.isOpen && !caller.isGuest);

/** Its definition, its access lists, and the executions that others started; without their context. */
export const mayReadFlow = (caller: Asking, standing: Standing): boolean =>
  owns(caller, standing) || is(caller, standing, 'reader');

/** Saves the next version: an owner who is an author still, or an administrator. */
export const mayChangeFlow = (caller: Asking, standing: Standing): boolean =>
  owns(caller, standing) && isAuthor(caller);

/** Changes who has access. */
export const mayShareFlow = owns;

/** Contexts and outputs of executions, files of answers and how messages fare; also retries and cancels. */
export const mayRunFlow = owns;

/** Whether the flow is any business of theirs. It does not exist for everybody else. */
export const concernsFlow = (caller: Asking, standing: Standing): boolean =>
  mayStartFlow(caller, standing) || mayReadFlow(caller, standing);

export const whatMayDo = (caller: Asking, standing: Standing): MayDoWithFlow => ({
  start: mayStartFlow(caller, standing),
  read: mayReadFlow(caller, standing),
  change: mayChangeFlow(caller, standing),
  share: mayShareFlow(caller, standing),
});

/** What the lists of a flow hold, without their version. */
export type AccessLists = Omit<FlowAccess, 'version'>;

/** One line of an access list. */
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

/** What a change of the lists comes to. */
export function changesBetween(before: AccessLists, after: AccessLists): { granted: Grant[]; revoked: Grant[] } {
  const [old, now] = [grantsIn(before), grantsIn(after)];
  const without = (these: readonly Grant[], others: readonly Grant[]) => {
    const known = new Set(others.map(keyOf));
    return these.filter((grant) => !known.has(keyOf(grant)));
  };
  return { granted: without(now, old), revoked: without(old, now) };
}

const keyOf = ({ role, id }: Grant): string => `${role} ${id}`;

/** A flow keeps an owner, unless an administrator takes the last one away. */
export const keepsAnOwner = (caller: Asking, { owners }: AccessLists): boolean =>
  isAdministrator(caller) || owners.length > 0;
