/** Names of this length may have two wrong letters, because nothing else is called like that. */
const LONG = 12;
/** Below this length, one wrong letter is another word. */
const SHORT = 5;

/**
 * Variables of the environment that look like ours with a typing error: we would use the default instead, such as an
 * empty database. Others may share our environment, so this is only a guess. No guess about a variable that is set.
 *
 * @param names all that we read
 * @returns a line for each
 */
export function misspeltIn(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): string[] {
  const missing = names.filter((name) => !env[name]);
  return Object.keys(env).flatMap((given) => {
    if (names.includes(given)) return [];
    const meant = missing.find((name) => isSlipOf(given, name));
    return meant ? [`${given} is not a setting of Handback, and ${meant} is not set. Is that what it should be?`] : [];
  });
}

/** In a short name one letter is another word, such as POST for PORT; two letters in each other's place are not. */
function isSlipOf(given: string, name: string): boolean {
  const upper = given.toUpperCase();
  if (Math.abs(upper.length - name.length) > 2) return false;
  if (upper === name) return true;
  if (name.length < SHORT) return isTurned(upper, name);
  return distanceOf(singular(upper), singular(name)) <= (name.length < LONG ? 1 : 2);
}

/** So that TRUSTED_PROXY is one slip away from TRUSTED_PROXIES, not three letters. */
const singular = (name: string): string => name.replace(/IES$/, 'Y');

const isTurned = (one: string, other: string): boolean =>
  one.length === other.length && distanceOf(one, other) === 1 && [...one].sort().join() === [...other].sort().join();

/** How many letters are missing, added, wrong, or in each other's place. */
function distanceOf(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      row[j] = Math.min(last![j]! + 1, row[j - 1]! + 1, last![j - 1]! + (isSame ? 0 : 1));
      if (j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1] && i > 1)
        row[j] = Math.min(row[j]!, before![j - 2]! + 1);
    }
    [before, last] = [last!, row];
  }
  return last![other.length]!;
}
