import { z } from 'zod';
import { Name } from '../../../contract/ids.ts';
import { outputOf, type NodeType } from '../nodeType.ts';

const ConditionConfig = z.strictObject({
  expression: z
    .string()
    .optional()
    .describe('JSONata; its value is the output, for the connections to compare: `isLarge = true`')
    .meta({ kind: 'expression' }),
  outputVariable: Name.optional(),
});
type ConditionConfig = z.infer<typeof ConditionConfig>;

/** A node for edges with `when`. Its expression can compute once what several of them need. */
export const conditionNode: NodeType<ConditionConfig> = {
  type: 'condition',
  displayName: 'Condition',
  configSchema: ConditionConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  expressionsIn: ({ expression }) =>
    expression === undefined ? [] : [{ field: 'expression', text: expression, kind: 'expression' }],
  async run({ config, expressions, context }) {
    const output = config.expression === undefined ? null : await expressions.evaluate(config.expression, context);
    return { kind: 'output', ...outputOf(output, config) };
  },
};
