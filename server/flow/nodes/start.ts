import { z } from 'zod';
import { VariableSpec } from '../../../contract/variables.ts';
import type { NodeType } from '../nodeType.ts';

const StartConfig = z.strictObject({
  variables: z.array(VariableSpec).max(100).default([]).describe('what an execution may be started with'),
});
type StartConfig = z.infer<typeof StartConfig>;

/** What needs a question to live in: a secret place, an upload, a request that remembers what was offered. */
function check({ variables }: StartConfig): Record<string, string> {
  const fields: Record<string, string> = {};
  variables.forEach(({ type, optionsSource }, n) => {
    if (type === 'password' || type === 'file')
      fields[`variables.${n}.type`] = `a ${type} can be asked for, but not be started with`;
    if (optionsSource) fields[`variables.${n}.optionsSource`] = 'options of a start variable are listed, not fetched';
  });
  return fields;
}

/** Where every execution begins; its variables stand at the root of the context. */
export const startNode: NodeType<StartConfig> = {
  type: 'start',
  displayName: 'Start',
  configSchema: StartConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  check,
  run: async () => ({ kind: 'output', output: null }),
};
