const HOURS_A_DAY = 24;
const MORNING = 10;

/**
 * A time zone in which it is now between ten and eleven in the morning, so that pages with "today", "tomorrow" or
 * "afternoon" look the same at any hour.
 */
export function morningZone(now = new Date()): string {
  const ahead = MORNING - now.getUTCHours();
  const offset = ahead < -12 ? ahead + HOURS_A_DAY : ahead; // the range of Etc/GMT: from -12 to +14
  if (offset === 0) return 'Etc/GMT';
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`; // its signs are POSIX's: minus is east
}
