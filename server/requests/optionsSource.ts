import type { Knex } from 'knex';
import { optionReader } from '../../contract/answers.ts';
import { Option, optionsOf, OptionsSource, type VariableSpec } from '../../contract/variables.ts';
import { NoProcess } from '../flow/expressionProcess.ts';
import type { ExpressionService } from '../flow/expressions.ts';
import { authorOf } from '../flow/flowStore.ts';
import { NodeError } from '../flow/nodeType.ts';
import { storable } from '../flow/storable.ts';
import { insertRows } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { unavailable } from '../foundation/errors.ts';
import { OutboundError, type GuardedFetch } from '../foundation/http/outbound.ts';

export interface OptionsSources {
  /** Fetches the options of a variable and stores what was offered. @throws ProblemError unavailable */
  offer(requestId: string, spec: VariableSpec): Promise<Option[]>;
  /**
   * What was offered, for every variable that has a source and a given value. Fetched only if a value is neither the
   * author's own option nor was offered before.
   */
  offeredFor(requestId: string, specs: VariableSpec[], given: Record<string, unknown>): Promise<Offered>;
}

export interface Offered {
  /** The values that may be submitted. */
  offered: Record<string, string[]>;
  /** The given values with labels replaced by option values: people who type only know the labels. */
  meant: Record<string, unknown>;
}

interface Parts {
  reader: Knex;
  units: UnitOfWork;
  guardedFetch: GuardedFetch;
  expressions: Pick<ExpressionService, 'of'>;
}

const MOST_OPTIONS = 10_000;
/** Items per evaluation: an expression has a tenth of a second, and a thousand items can take longer than that. */
const ITEMS_AT_ONCE = 200;
/** Time for reading the items of one list. */
const LONGEST_MS = 10_000;
const NOT_LOADED = 'The list of options cannot be loaded right now.';

export function createOptionsSources({ reader, units, ...parts }: Parts): OptionsSources {
  const load = listLoader({ reader, ...parts });

  async function offer(requestId: string, spec: VariableSpec): Promise<Option[]> {
    const options = await load(requestId, OptionsSource.parse(spec.optionsSource));
    const rows = options.map(({ value }) => ({ request_id: requestId, variable: spec.name, value }));
    await units.run(({ trx }) =>
      insertRows(
        trx,
        'offered_options',
        { request_id: 'text', variable: 'text', value: 'text' },
        rows,
        'on conflict do nothing',
      ),
    );
    return options;
  }

  const offeredBefore = (requestId: string, variable: string): Promise<string[]> =>
    reader('offered_options').where({ request_id: requestId, variable }).pluck('value');

  return {
    offer,
    async offeredFor(requestId, specs, given) {
      const dynamic = specs.filter(({ name, optionsSource }) => optionsSource && given[name] !== undefined);
      const offered: Record<string, string[]> = {};
      const meant = { ...given };
      for (const spec of dynamic) {
        const values = [given[spec.name]].flat();
        const before = await offeredBefore(requestId, spec.name);
        const known = new Set<unknown>([...before, ...optionsOf(spec).map(({ value }) => value)]);
        const isKnown = values.every((value) => known.has(value));
        const options = isKnown ? before.map((value) => ({ value })) : await offer(requestId, spec);
        offered[spec.name] = options.map(({ value }) => value);
        if (!isKnown) meant[spec.name] = valuesMeant(given[spec.name], [...optionsOf(spec), ...options]);
      }
      return { offered, meant };
    },
  };
}

/** Loads a list from another server. */
function listLoader({ reader, guardedFetch, expressions }: Omit<Parts, 'units'>) {
  /** Not charged to the budget: a list that hundreds of people open must not use up the flow's own expressions. */
  async function readItems(requestId: string, { valuePath, labelPath }: OptionsSource, body: unknown): Promise<Item[]> {
    const author = (await authorOf(reader, requestId)) ?? requestId;
    const own = expressions.of({ author, execution: requestId }, { isBudgeted: false });
    const value = valuePath ?? '$';
    const expression = `[items.{ "value": $string((${value})), "label": $string((${labelPath ?? value})) }]`;
    const until = performance.now() + LONGEST_MS;
    const read: Item[] = [];
    for (const items of inParts(body)) {
      if (performance.now() > until) throw unavailable(NOT_LOADED);
      read.push(...((await own.evaluate(expression, { items })) as Item[]));
    }
    return read;
  }

  return async function load(requestId: string, source: OptionsSource): Promise<Option[]> {
    try {
      const { status, body } = await guardedFetch(source.url, {
        method: 'GET',
        headers: { accept: 'application/json' },
      });
      if (status >= 400) throw unavailable(`The list of options answered with status ${status}.`);
      const items = await readItems(requestId, source, storable(JSON.parse(body) as unknown));
      const options = usableOf(items);
      if (items.length > 0 && options.length === 0) throw unavailable(NOT_LOADED); // for example an error page in JSON
      return options.slice(0, MOST_OPTIONS);
    } catch (error) {
      if ([OutboundError, NodeError, NoProcess, SyntaxError].some((kind) => error instanceof kind))
        throw unavailable(NOT_LOADED);
      throw error;
    }
  };
}

/** Everything but a list is one part. */
function inParts(body: unknown): unknown[] {
  if (!Array.isArray(body)) return [body];
  const count = Math.max(1, Math.ceil(Math.min(body.length, MOST_OPTIONS) / ITEMS_AT_ONCE));
  return Array.from({ length: count }, (_, n) => body.slice(n * ITEMS_AT_ONCE, (n + 1) * ITEMS_AT_ONCE));
}

function valuesMeant(given: unknown, options: Option[]): unknown {
  const read = optionReader({ options });
  const meantBy = (each: unknown) => (typeof each === 'string' ? (read(each.trim()) ?? each) : each);
  return Array.isArray(given) ? given.map(meantBy) : meantBy(given);
}

/** The values of a source's expressions for one list item. */
type Item = Partial<Record<'value' | 'label', string>>;

/**
 * The usable options of a foreign list: no duplicates, and no text that a database cannot store; a bad label is
 * dropped.
 */
function usableOf(items: Item[]): Option[] {
  const options = new Map<string, Option>();
  for (const item of items) {
    const { data } = Option.safeParse(item);
    const option = data ?? Option.safeParse({ value: item.value }).data;
    if (option && isWhole(option.value) && !options.has(option.value)) options.set(option.value, option);
  }
  return [...options.values()];
}

/** Each character that a database cannot store becomes this sign (`storable`), so different values may become equal. */
const isWhole = (text: string): boolean => !text.includes('\ufffd');
