const HOURS_A_DAY = 24;
const MORNING = 10;

/**
 * A time zone in which it is between ten and eleven in the morning now. Pages that name today, tomorrow, or the
 * afternoon then show the same at whatever hour the tests run.
 */
export function morningZone(now = new Date()): string {
  const ahead = MORNING - now.getUTCHours();
  const offset = ahead < -12 ? ahead + HOURS_A_DAY : ahead; // what Etc/GMT knows: from -12 to +14
  if (offset === 0) return 'Etc/GMT';
  return `Etc/GMT${offset > 0 ? '-' : '+'}${Math.abs(offset)}`; // its signs are those of POSIX: minus is east
}
