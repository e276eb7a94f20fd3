import { z } from 'zod';
import type { NodeType } from '../nodeType.ts';

const NoConfig = z.strictObject({});
type NoConfig = z.infer<typeof NoConfig>;

/** Forks one branch per outgoing edge. */
export const parallelNode: NodeType<NoConfig> = {
  type: 'parallel',
  displayName: 'Parallel',
  configSchema: NoConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  run: async () => ({ kind: 'fork' }),
};

/** Where the branches of a `parallel` meet. The flow continues once, when all branches that have not ended are here. */
export const joinNode: NodeType<NoConfig> = {
  type: 'join',
  displayName: 'Join',
  configSchema: NoConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  run: async () => ({ kind: 'join' }),
};
