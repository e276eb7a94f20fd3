import { z } from 'zod';
import { VariableSpec } from '../../../contract/variables.ts';
import type { NodeType } from '../nodeType.ts';

const StartConfig = z.strictObject({
  variables: z.array(VariableSpec).max(100).default([]).describe('what an execution may be started with'),
});
type StartConfig = z.infer<typeof StartConfig>;

/** Where every execution begins; its variables stand at the root of the context. */
export const startNode: NodeType<StartConfig> = {
  type: 'start',
  displayName: 'Start',
  configSchema: StartConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  run: async () => ({ kind: 'output', output: null }),
};
