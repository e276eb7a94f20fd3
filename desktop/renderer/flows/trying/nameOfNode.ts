import { nodeOf, type Draft } from '../draft/draft.ts';

/** The display name of a node. */
export function nameOfNode(draft: Draft, id: string): string {
  const name = nodeOf(draft, id)?.['name'];
  return typeof name === 'string' && name !== '' ? name : id;
}
