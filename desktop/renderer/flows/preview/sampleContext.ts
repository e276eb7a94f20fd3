import type { Given } from '../draft/givens.ts';

/** A sample for each context value, so that templates render: `{ amount: 42, ask: { value: 'approved' } }`. */
export function sampleContext(givens: readonly Given[]): Record<string, unknown> {
  const context: Record<string, unknown> = {};
  for (const { path, type, options, label } of givens) {
    const parts = path.split('.');
    const last = parts.pop()!;
    let at = context;
    for (const part of parts) {
      const next = Object.hasOwn(at, part) ? at[part] : undefined;
      at = (typeof next === 'object' && next !== null ? next : (at[part] = {})) as Record<string, unknown>;
    }
    if (typeof at[last] !== 'object') at[last] = sampleOf(type, options, label);
  }
  return context;
}

function sampleOf(type: Given['type'], options: Given['options'], label: string): unknown {
  if (options?.[0]) return options[0].value;
  if (type === 'number') return 42;
  return type === 'boolean' ? true : label;
}
