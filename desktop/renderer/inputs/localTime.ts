import { withOffset } from '../../../contract/answers.ts';

const two = (count: number): string => String(count).padStart(2, '0');

/** Adds the offset to a local time from the browser's picker; empty if it is invalid. */
export function toOffset(local: string): string {
  if (Number.isNaN(Date.parse(local))) return '';
  return withOffset(local, new Intl.DateTimeFormat().resolvedOptions().timeZone);
}

/** A moment, with or without an offset, as local time to the minute; empty if it is invalid. */
export function toLocal(moment: string): string {
  const at = new Date(moment);
  return Number.isNaN(at.getTime()) ? '' : written(at);
}

function written(at: Date): string {
  const year = String(at.getFullYear()).padStart(4, '0');
  return `${year}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
