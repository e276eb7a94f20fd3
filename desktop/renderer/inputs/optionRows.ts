import { optionLabel, type Option, type VariableSpec } from '../../../contract/variables.ts';

/** A line of a long list: a group heading or an option. */
export type OptionRow = { group: string } | { option: Option; groupLabel: string | null };

/** The height of a line in CSS pixels, needed before it is rendered. */
export const ROW_HEIGHTS = { group: 32, option: 36, described: 54 } as const;

const heightOf = (row: OptionRow): number => {
  if ('group' in row) return ROW_HEIGHTS.group;
  return row.option.description ? ROW_HEIGHTS.described : ROW_HEIGHTS.option;
};

/** The lines of options that contain all typed words, in label, value, description or group. */
export function rowsOf({ options = [] }: Pick<VariableSpec, 'options'>, typed: string): OptionRow[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (option: Option, group: string): boolean => {
    const all = `${optionLabel(option)} ${option.value} ${option.description ?? ''} ${group}`.toLocaleLowerCase();
    return words.every((word) => all.includes(word));
  };
  return options.flatMap((entry): OptionRow[] => {
    if (!('options' in entry)) return isFound(entry, '') ? [{ option: entry, groupLabel: null }] : [];
    const found = entry.options.filter((option) => isFound(option, entry.label));
    const rows = found.map((option): OptionRow => ({ option, groupLabel: entry.label }));
    return rows.length > 0 ? [{ group: entry.label }, ...rows] : [];
  });
}

/** The top of each line in pixels; the last number is the total height. */
export function offsetsOf(rows: readonly OptionRow[]): number[] {
  const offsets = [0];
  for (const row of rows) offsets.push(offsets.at(-1)! + heightOf(row));
  return offsets;
}

/** The first line whose bottom is below a height. */
function rowAt(offsets: readonly number[], height: number): number {
  let [low, high] = [0, offsets.length - 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (offsets[middle + 1]! > height) high = middle;
    else low = middle + 1;
  }
  return Math.max(0, low);
}

/** The range of lines between two heights, with a few spare ones on either side; the end is exclusive. */
export function windowOf(offsets: readonly number[], top: number, bottom: number, spare = 4): [number, number] {
  const from = Math.max(0, rowAt(offsets, top) - spare);
  return [from, Math.min(offsets.length - 1, rowAt(offsets, bottom) + 1 + spare)];
}

/** The next selectable line in a direction, wrapping around; null if there is none. */
export function nextRow(rows: readonly OptionRow[], from: number | null, step: 1 | -1): number | null {
  const start = from ?? (step === 1 ? -1 : rows.length);
  for (let n = 1; n <= rows.length; n += 1) {
    const index = (((start + step * n) % rows.length) + rows.length) % rows.length;
    const row = rows[index]!;
    if ('option' in row && !row.option.disabled) return index;
  }
  return null;
}
