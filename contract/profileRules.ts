/** The most profiles in one request. */
export const MOST_PROFILES = 50;

/** The text beside a name: `Head of Operations, Operations`; null if nothing is known. */
export function workOf({
  jobTitle,
  department,
}: {
  jobTitle: string | null;
  department: string | null;
}): string | null {
  const said = [jobTitle, department].filter((each) => each !== null && each.trim() !== '');
  return said.length > 0 ? said.join(', ') : null;
}
