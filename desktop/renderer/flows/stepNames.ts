import type { FailedCheck } from '../../../contract/problem.ts';

type Values = FailedCheck['values'];

/** The name of the step with an id; nothing if it has none, or the id is not a step's. */
export type NameOf = (id: string) => string | null | undefined;

/** The values that always hold the id of one step. */
const SINGLE = new Set(['node', 'next']);

/** The form of every id. */
const ID = /[A-Za-z][A-Za-z0-9_]*/g;

/**
 * The values of a fault or a failure with the names of steps, as the drawing shows them, in place of their ids.
 *
 * @param lists the values that hold several ids
 */
export function namesIn(values: Values, lists: readonly string[], nameOf: NameOf): Values {
  const shown = (id: string) => nameOf(id) || id;
  const said = (key: string, value: Values[string]) => {
    if (typeof value !== 'string') return value;
    return SINGLE.has(key) ? shown(value) : lists.includes(key) ? value.replace(ID, shown) : value;
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, said(key, value)]));
}
