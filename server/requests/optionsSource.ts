import type { Knex } from 'knex';
import type { Option, OptionsSource, VariableSpec } from '../../contract/variables.ts';
import { NodeError, type Expressions } from '../flow/nodeType.ts';
import { insertRows } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { unavailable } from '../foundation/errors.ts';
import { OutboundError, type GuardedFetch } from '../foundation/http/outbound.ts';

export interface OptionsSources {
  /** Asks the source of a variable, and remembers what was offered. @throws ProblemError unavailable */
  offer(requestId: string, spec: VariableSpec): Promise<Option[]>;
  /** For every variable with a source: the values that may be submitted. */
  offeredFor(
    requestId: string,
    specs: VariableSpec[],
    given: Record<string, unknown>,
  ): Promise<Record<string, string[]>>;
}

interface Parts {
  reader: Knex;
  units: UnitOfWork;
  guardedFetch: GuardedFetch;
  expressions: Pick<Expressions, 'evaluate'>;
}

const MOST_OPTIONS = 10_000;

export function createOptionsSources({ reader, units, guardedFetch, expressions }: Parts): OptionsSources {
  async function load(source: OptionsSource): Promise<Option[]> {
    try {
      const { status, body } = await guardedFetch(source.url, {
        method: 'GET',
        headers: { accept: 'application/json' },
      });
      if (status >= 400) throw unavailable(`The list of options answered with status ${status}.`);
      const items = await readItems(source, JSON.parse(body));
      return items.slice(0, MOST_OPTIONS).filter(({ value }) => value !== '');
    } catch (error) {
      if (error instanceof OutboundError || error instanceof NodeError || error instanceof SyntaxError)
        throw unavailable('The list of options cannot be loaded right now.');
      throw error;
    }
  }

  async function readItems({ valuePath, labelPath }: OptionsSource, body: unknown): Promise<Option[]> {
    const value = valuePath ?? '$';
    const expression = `[items.{ "value": $string((${value})), "label": $string((${labelPath ?? value})) }]`;
    return (await expressions.evaluate(expression, { items: body })) as Option[];
  }

  async function offer(requestId: string, spec: VariableSpec): Promise<Option[]> {
    const options = await load(spec.optionsSource!);
    const rows = [...new Set(options.map(({ value }) => value))].map((value) => ({
      request_id: requestId,
      variable: spec.name,
      value,
    }));
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
      for (const spec of dynamic) {
        const values = [given[spec.name]].flat();
        const before = await offeredBefore(requestId, spec.name);
        const isKnown = values.every((value) => before.includes(value as string));
        offered[spec.name] = isKnown ? before : (await offer(requestId, spec)).map(({ value }) => value);
      }
      return offered;
    },
  };
}
