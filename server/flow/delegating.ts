import type { Caller } from '../foundation/http/authenticate.ts';
import type { Delegations } from '../people/onBehalf/delegations.ts';
import type { CompiledFlow } from './definition.ts';

/**
 * Stores the delegation that a flow needs to act for its starter, while the starter is present (behaviour 5.3 B). Never
 * throws.
 */
export type Delegate = (caller: Caller, flow: Pick<CompiledFlow, 'nodes'>) => Promise<void>;

interface Parts {
  delegations: Pick<Delegations, 'take'>;
  /** The token of the caller's current request; null if there is none. */
  assertionOf(caller: Caller): string | null;
}

/** Does nothing for flows without such a node. */
export function createDelegate({ delegations, assertionOf }: Parts): Delegate {
  return async (caller, { nodes }) => {
    const permissions = [...nodes.values()].flatMap(({ type }) => type.permission ?? []);
    const assertion = permissions.length > 0 ? assertionOf(caller) : null;
    if (assertion !== null) await delegations.take(caller.person.id, assertion, [...new Set(permissions)]);
  };
}
