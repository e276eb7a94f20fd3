/** How many profiles are read at once. */
export const MOST_PROFILES = 50;

/** What stands beside a name: `Head of Operations, Operations`; null where nothing is known. */
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
