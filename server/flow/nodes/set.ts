import { z } from 'zod';
import { failsAs } from '../../../contract/failsAs.ts';
import { Name } from '../../../contract/ids.ts';
import { say } from '../../../contract/summaries.ts';
import { check } from '../../foundation/errors.ts';
import type { NodeType } from '../nodeType.ts';

/** Names with which a flow reports to the assignment that started it (behaviour 2.8). */
const AssignmentName = z.enum(['__assignmentPassed', '__assignmentOutcome']);

const SetConfig = z.strictObject({
  values: z
    .record(z.union([Name, AssignmentName]), z.string().meta({ kind: 'expression' }))
    .refine((values) => Object.keys(values).length > 0, failsAs('setNothing'))
    .describe('name to JSONata; all are evaluated on the context before any of them is set'),
});
type SetConfig = z.infer<typeof SetConfig>;

/** Sets names at the root of the context. Start variables and names set earlier may be set again. */
export const setNode: NodeType<SetConfig> = {
  type: 'set',
  displayName: 'Set values',
  configSchema: SetConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  check({ values }, { nodes }) {
    const taken = nodes.filter(({ id }) => Object.hasOwn(values, id));
    return Object.fromEntries(taken.map(({ id }) => [`values.${id}`, check('setNode', { name: id })]));
  },
  expressionsIn: ({ values }) =>
    Object.entries(values).map(([name, text]) => ({ field: `values.${name}`, text, kind: 'expression' })),
  async run({ config, expressions, storedContext }) {
    const entries = Object.entries(config.values).map(
      async ([name, expression]) => [name, await expressions.evaluate(expression, storedContext)] as const,
    );
    return {
      kind: 'output',
      output: null,
      assign: Object.fromEntries(await Promise.all(entries)),
      summary: say('set', { names: Object.keys(config.values).join(', ') }),
    };
  },
};
