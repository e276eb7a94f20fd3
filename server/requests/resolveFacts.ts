import type { Fact, FactPerson } from '../../contract/facts.ts';
import type { Remark } from '../../contract/requests.ts';
import { NodeError, toExecutionError, type NodeContext } from '../flow/nodeType.ts';
import { DirectoryError, isAddress, isObjectId, type Directory } from '../people/directory/directory.ts';
import { isCurrencyCode, type FactSpec } from './factConfig.ts';
import { failedFact, toFact, type FactGiven, type ResolvedFact } from './factRules.ts';

type Visit = Pick<NodeContext<unknown>, 'context' | 'expressions'>;

interface Parts {
  directory: Pick<Directory, 'personById' | 'personByAddress'>;
  /** The time zone of dates and times without an offset. */
  timeZone: string;
}

/**
 * The facts of a question at this moment. One that cannot be computed does not delay the question: it is marked as not
 * available, and a remark says why.
 */
export async function resolveFacts(
  specs: readonly FactSpec[] = [],
  visit: Visit,
  parts: Parts,
): Promise<{ facts: Fact[]; remarks: Remark[] }> {
  const resolved = await Promise.all(specs.map((spec) => resolveOne(spec, visit, parts)));
  return {
    facts: resolved.map(({ fact }) => fact),
    remarks: resolved.flatMap(({ fact, fault }) => (fault ? [{ about: fact.label, error: fault }] : [])),
  };
}

async function resolveOne(spec: FactSpec, visit: Visit, { directory, timeZone }: Parts): Promise<ResolvedFact> {
  try {
    const resolved = toFact(spec, await evaluate(spec, visit), timeZone);
    const { fact } = resolved;
    if (fact.kind !== 'person' || fact.value === null) return resolved;
    return { ...resolved, fact: { ...fact, value: await known(fact.value, directory) } };
  } catch (error) {
    if (error instanceof NodeError) return failedFact(spec, toExecutionError(error));
    throw error;
  }
}

async function evaluate(spec: FactSpec, { expressions, context }: Visit): Promise<FactGiven> {
  const value = await expressions.evaluate(spec.value, context);
  if (spec.kind === 'money' && !isCurrencyCode(spec.currency))
    return { value, currency: await expressions.evaluate(spec.currency, context) };
  if (spec.kind === 'link' && spec.text !== undefined)
    return { value, text: await expressions.render(spec.text, context) };
  return { value };
}

/**
 * The person as the directory knows them; unchanged if the directory cannot be read or does not know the id or address.
 */
async function known(given: FactPerson, directory: Parts['directory']): Promise<FactPerson> {
  const reference = given.id ?? given.email ?? given.displayName;
  const address = isAddress(reference) ? reference : given.email;
  try {
    const person = isObjectId(reference)
      ? await directory.personById(reference)
      : address !== undefined && isAddress(address)
        ? await directory.personByAddress(address)
        : null;
    if (person) return { id: person.id, displayName: person.displayName, ...(person.email && { email: person.email }) };
  } catch (error) {
    if (!(error instanceof DirectoryError)) throw error;
  }
  return withoutOwnId(given);
}

/** Only the directory can vouch for an id. */
const withoutOwnId = ({ displayName, email }: FactPerson): FactPerson => ({ displayName, ...(email && { email }) });
