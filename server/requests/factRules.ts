import { isRealDay, momentOf } from '../../contract/answers.ts';
import { FACT_LIMITS, type Fact, type FactKind, type FactPerson } from '../../contract/facts.ts';
import { failure, type FailureCode } from '../../contract/failures.ts';
import type { ExecutionError } from '../../contract/executions.ts';
import { isCurrencyCode, type FactSpec } from './factConfig.ts';

/** The values of a fact's expressions. */
export interface FactGiven {
  value: unknown;
  /** For money, if an expression gives the currency. */
  currency?: unknown;
  /** For links. */
  text?: string;
}

/** A value, and the fault to report to its author; without a value the fact is not available. */
type Read<Value> = { value: Value; fault?: ExecutionError } | { fault: ExecutionError };

/** A fact as stored, and the fault if it is not what its author wanted. */
export interface ResolvedFact {
  fact: Fact;
  fault: ExecutionError | null;
}

const refused = (code: FailureCode, values: Record<string, string | number> = {}): { fault: ExecutionError } => ({
  fault: failure(code, values),
});

const wrongKind = (kind: FactKind) => refused('value_wrong_kind', { kind });

/**
 * The canonical value of a fact. A value of the wrong kind is not available; a long one is cut.
 * @param timeZone of dates and times without an offset
 */
export function toFact(spec: FactSpec, given: FactGiven, timeZone: string): ResolvedFact {
  const read = isNothing(given.value) ? refused('value_missing') : READ[spec.kind](spec as never, given, timeZone);
  return resolvedFrom(spec, read);
}

/** A fact whose expression failed. */
export const failedFact = (spec: Pick<FactSpec, 'label' | 'kind'>, fault: ExecutionError): ResolvedFact =>
  resolvedFrom(spec, { fault });

const resolvedFrom = ({ label, kind }: Pick<FactSpec, 'label' | 'kind'>, read: Read<unknown>): ResolvedFact => ({
  fact: { label, kind, value: 'value' in read ? read.value : null } as Fact,
  fault: read.fault ?? null,
});

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

type SpecOf<Kind extends FactKind> = Extract<FactSpec, { kind: Kind }>;
type ValueOf<Kind extends FactKind> = NonNullable<Extract<Fact, { kind: Kind }>['value']>;

const READ: { [Kind in FactKind]: (spec: SpecOf<Kind>, given: FactGiven, timeZone: string) => Read<ValueOf<Kind>> } = {
  text: (_spec, { value }) => {
    if (typeof value === 'object') return wrongKind('text');
    return fitting(String(value), FACT_LIMITS.text);
  },
  number: (_spec, { value }) => {
    const number = numberIn(value);
    return number === null ? wrongKind('number') : { value: number };
  },
  money: (spec, given) => {
    const amount = numberIn(given.value);
    if (amount === null) return wrongKind('money');
    const currency = isCurrencyCode(spec.currency) ? spec.currency : given.currency;
    const code = typeof currency === 'string' ? currency.trim().toUpperCase() : '';
    return isCurrencyCode(code) ? { value: { amount, currency: code } } : refused('currency_unknown');
  },
  date: (_spec, { value }, timeZone) => {
    const date = dateIn(value, timeZone);
    return date === null ? wrongKind('date') : { value: date };
  },
  person: (_spec, { value }) => {
    const person = personIn(value);
    return person === null ? wrongKind('person') : { value: person };
  },
  link: (_spec, { value, text }) => {
    const url = linkIn(value);
    if (url === null) return wrongKind('link');
    if (text === undefined || text.trim() === '') return { value: { url } };
    const words = fitting(text, FACT_LIMITS.linkText);
    return { ...words, value: { url, text: words.value } };
  },
};

/** As one line without control characters; cut between user-perceived characters, with an ellipsis. */
function fitting(text: string, characters: number): { value: string; fault?: ExecutionError } {
  const line = plainLine(text.slice(0, MOST_READ));
  const whole = [...line];
  if (whole.length <= characters && text.length <= MOST_READ) return { value: line };
  const kept = whole
    .slice(0, characters - 1)
    .join('')
    .trimEnd();
  return { value: `${kept}…`, fault: failure('value_cut', { count: characters }) };
}

/** The rest of a longer text is ignored. */
const MOST_READ = 4000;

const plainLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
    .trim();

const PLAIN_NUMBER = /^[+-]?\d{1,15}(\.\d{1,15})?$/;

function numberIn(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && PLAIN_NUMBER.test(value.trim()) ? Number(value) : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;
/** The range of four-digit years, as ISO 8601 writes them. */
const [FIRST_INSTANT, LAST_INSTANT] = [
  Date.parse('0001-01-01T00:00Z'),
  Date.parse('9999-12-31T23:59:59.999Z'),
] as const;

/** @returns a day, or an instant in UTC; a number is milliseconds since 1970 */
function dateIn(value: unknown, timeZone: string): string | null {
  if (typeof value === 'number') return Number.isInteger(value) ? instantOf(value) : null;
  const text = typeof value === 'string' ? value.trim() : '';
  if (DAY.test(text)) return isRealDay(text) ? text : null;
  return INSTANT.test(text) && isRealDay(text.slice(0, 10)) ? instantOf(momentOf(text, timeZone)) : null;
}

const instantOf = (at: number): string | null =>
  at >= FIRST_INSTANT && at <= LAST_INSTANT ? new Date(at).toISOString() : null;

/** A person as given by pickers and directory nodes, or a list with one; a text is an id, an address or a name. */
function personIn(value: unknown): FactPerson | null {
  if (Array.isArray(value)) return value.length === 1 ? personIn(value[0]) : null;
  if (typeof value === 'string') return { displayName: nameIn(value) };
  if (typeof value !== 'object' || value === null) return null;
  const { id, displayName, email, mail, userPrincipalName } = value as Record<string, unknown>;
  const [key, address] = [textIn(id), textIn(email) ?? textIn(mail) ?? textIn(userPrincipalName)];
  const name = textIn(displayName) ?? address ?? key;
  if (name === undefined) return null;
  return { ...(key && { id: key }), displayName: nameIn(name), ...(address && { email: address }) };
}

const nameIn = (text: string): string => fitting(text, FACT_LIMITS.name).value;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= FACT_LIMITS.name * 2 ? value.trim() : undefined;

/** Only addresses that a browser opens as a page; one with a user name or password in it is misleading. */
export function linkIn(value: unknown): string | null {
  const given = typeof value === 'object' && value !== null && 'url' in value ? value.url : value;
  const text = typeof given === 'string' ? given.trim() : '';
  if (text.length > FACT_LIMITS.url || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { username, password, href } = new URL(text);
  return username === '' && password === '' && href.length <= FACT_LIMITS.url ? href : null;
}
