import type { FlowDefinition, FlowNode } from '../../contract/flows.ts';

/** Stops only at its limit, every time. */
export const ENDLESS = '$map([1..90000], function($v) { $map([1..1000], function($w) { $v & $w }) })';

const AT_ONCE = 100;

/** A hundred nodes that compute at once; each failure is caught, so the execution continues with the others. */
export function computing(id: string, expression: string): FlowDefinition {
  const nodes = Array.from({ length: AT_ONCE }, (_, n) => `c${n}`);
  const node = (name: string, type: string, config: FlowNode['config'] = {}): FlowNode => ({ id: name, type, config });
  return {
    id,
    name: 'Computes',
    nodes: [
      node('start', 'start'),
      node('fork', 'parallel'),
      ...nodes.map((name) => node(name, 'condition', { expression })),
      node('join', 'join'),
      node('end', 'end'),
    ],
    edges: [
      { from: 'start', to: 'fork' },
      ...nodes.flatMap((name) => [
        { from: 'fork', to: name },
        { from: name, to: 'join' },
        { from: name, to: 'join', on: 'error' as const },
      ]),
      { from: 'join', to: 'end' },
    ],
  };
}
