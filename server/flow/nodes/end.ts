import { z } from 'zod';
import type { NodeType } from '../nodeType.ts';

const EndConfig = z.strictObject({
  output: z.string().optional().describe('JSONata: the output of the execution').meta({ kind: 'expression' }),
});
type EndConfig = z.infer<typeof EndConfig>;

/** Ends its branch; the execution completes with its last branch. */
export const endNode: NodeType<EndConfig> = {
  type: 'end',
  displayName: 'End',
  configSchema: EndConfig,
  effect: 'repeatable',
  isInstant: true,
  waits: false,
  expressionsIn: ({ output }) => (output === undefined ? [] : [{ field: 'output', text: output, kind: 'expression' }]),
  async run({ config, expressions, context }) {
    const output = config.output === undefined ? null : await expressions.evaluate(config.output, context);
    return { kind: 'end', output };
  },
};
