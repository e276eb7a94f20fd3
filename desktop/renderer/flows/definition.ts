import type { FlowDefinition, SavedFlow } from '../../../contract/flows.ts';

/** The author's part of a flow, without what the server adds. */
export function definitionOf({
  version: _version,
  updatedAt: _at,
  updatedBy: _by,
  retiredAt: _retired,
  ...definition
}: SavedFlow): FlowDefinition {
  return definition;
}
