import { z } from 'zod';
import type { FieldChecks } from '../../../contract/problem.ts';
import { VariableSpec } from '../../../contract/variables.ts';
import { check } from '../../foundation/errors.ts';
import type { NodeType } from '../nodeType.ts';

const StartConfig = z.strictObject({
  variables: z.array(VariableSpec).max(100).default([]).describe('what an execution may be started with'),
});
type StartConfig = z.infer<typeof StartConfig>;

/** Refuses variables that need a request: to keep a password, an upload or the offered options. */
function checkVariables({ variables }: StartConfig): FieldChecks {
  const faults: FieldChecks = {};
  variables.forEach(({ type, optionsSource }, n) => {
    if (type === 'password' || type === 'file') faults[`variables.${n}.type`] = check('startSecret', { type });
    if (optionsSource) faults[`variables.${n}.optionsSource`] = check('startFetched');
  });
  return faults;
}

/** Where every execution begins; its variables are at the root of the context. */
export const startNode: NodeType<StartConfig> = {
  type: 'start',
  displayName: 'Start',
  configSchema: StartConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  check: checkVariables,
  run: async () => ({ kind: 'output', output: null }),
};
