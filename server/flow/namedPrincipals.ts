import pMap from 'p-map';
import type { FieldChecks } from '../../contract/problem.ts';
import type { PrincipalReference, VariableSpec } from '../../contract/variables.ts';
import { DirectoryError, type Directory } from '../people/directory/directory.ts';

export type PrincipalFinder = Pick<Directory, 'personById' | 'personByAddress' | 'groupByReference'>;
export type PrincipalKind = 'person' | 'group';

/** The types of variables whose values name people or groups. */
export const PRINCIPAL_KINDS: Partial<Record<VariableSpec['type'], PrincipalKind>> = {
  user: 'person',
  multiuser: 'person',
  group: 'group',
  multigroup: 'group',
};

/** A value may name hundreds of people, and the directory is a shared resource. */
const CONCURRENT_READS = 8;

export const referenceOf = (given: unknown): string =>
  typeof given === 'string' ? given : (given as { id: string }).id;

/** The person or group of each value, in order; null where the directory knows none. @throws DirectoryError */
export const findPrincipals = (
  values: readonly unknown[],
  kind: PrincipalKind,
  directory: PrincipalFinder,
): Promise<(PrincipalReference | null)[]> =>
  pMap(values, (each) => findPrincipal(referenceOf(each), kind, directory), { concurrency: CONCURRENT_READS });

async function findPrincipal(
  reference: string,
  kind: PrincipalKind,
  directory: PrincipalFinder,
): Promise<PrincipalReference | null> {
  const found =
    kind === 'group'
      ? await directory.groupByReference(reference)
      : ((await directory.personById(reference)) ?? (await directory.personByAddress(reference)));
  return found && { id: found.id, displayName: found.displayName, email: found.email };
}

/**
 * Start variables that name somebody whom the directory does not know: the flow would fail when it comes to them. A
 * directory that cannot be asked says nothing about them, and refuses no start.
 */
export async function checkPrincipals(
  specs: readonly VariableSpec[],
  values: Readonly<Record<string, unknown>>,
  directory: PrincipalFinder,
): Promise<FieldChecks> {
  const checks: FieldChecks = {};
  for (const { name, type } of specs) {
    const kind = PRINCIPAL_KINDS[type];
    if (!kind || values[name] === undefined) continue;
    const list = [values[name]].flat();
    const found = await unlessUnavailable(findPrincipals(list, kind, directory));
    const missing = list.filter((_, n) => found?.[n] === null).map(referenceOf);
    if (missing.length > 0) checks[name] = { id: `${kind}Unknown`, values: { names: missing.join(', ') } };
  }
  return checks;
}

async function unlessUnavailable<Found>(finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof DirectoryError) return null;
    throw error;
  }
}
