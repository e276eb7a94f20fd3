import type { Caller } from '../foundation/http/authenticate.ts';
import type { Delegations } from '../people/onBehalf/delegations.ts';
import type { CompiledFlow } from './definition.ts';

/** Takes over what a flow will do as the person who starts it, while they are here (behaviour 5.3 B). Never throws. */
export type Delegate = (caller: Caller, flow: Pick<CompiledFlow, 'nodes'>) => Promise<void>;

interface Parts {
  delegations: Pick<Delegations, 'take'>;
  /** The token that the caller has shown with this very call; null: there is none. */
  assertionOf(caller: Caller): string | null;
}

/** Flows without such a node cost nothing. */
export function createDelegate({ delegations, assertionOf }: Parts): Delegate {
  return async (caller, { nodes }) => {
    const permissions = [...nodes.values()].flatMap(({ type }) => type.permission ?? []);
    const assertion = permissions.length > 0 ? assertionOf(caller) : null;
    if (assertion !== null) await delegations.take(caller.person.id, assertion, [...new Set(permissions)]);
  };
}
