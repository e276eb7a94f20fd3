import type { FlowDefinition, SavedFlow } from '../../../contract/flows.ts';

/** What an author wrote, without what the server says of it. */
export function definitionOf({ id, name, description, nodes, edges }: SavedFlow): FlowDefinition {
  return { id, name, description, nodes, edges };
}
