import type { DecimalSign } from './answers/numbers.ts';

const UNITS = ['B', 'kB', 'MB'] as const;

/** A number of bytes as people read it: `900 B`, `1.5 MB` (of 1,024 each), in German `1,5 MB`. */
export function fileSize(bytes: number, decimal: DecimalSign): string {
  const unit = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** unit;
  return `${Number.isInteger(value) || value >= 100 ? Math.round(value) : value.toFixed(1).replace('.', decimal)} ${UNITS[unit]}`;
}
