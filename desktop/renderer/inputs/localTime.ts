const two = (count: number): string => String(count).padStart(2, '0');

/**
 * Local time without an offset (`2026-03-31T14:30`, as a browser's picker gives it) to the same with its offset. One that
 * the clocks leave out in spring is the one an hour later.
 */
export function toOffset(local: string): string {
  const at = new Date(local);
  if (Number.isNaN(at.getTime())) return '';
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${written(at)}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** A moment, with or without an offset, as local time to the minute; empty when it is none. */
export function toLocal(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? '' : written(at);
}

function written(at: Date): string {
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
