import type { FlowDefinition, SavedFlow } from '../../../contract/flows.ts';

/** What an author wrote, without what the server says of it. */
export function definitionOf({
  version: _version,
  updatedAt: _at,
  updatedBy: _by,
  ...definition
}: SavedFlow): FlowDefinition {
  return definition;
}
