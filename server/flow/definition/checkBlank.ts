import type { FlowDefinition } from '../../../contract/flows.ts';
import type { FieldChecks } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';

/** Nothing that anybody sees. */
const BLANK = /^[\s\p{Cf}]*$/u;

/** Where fields and options stand in a config, and what people read of them. */
const READ = { variables: ['label'], options: ['label', 'value'], columns: ['label'] };

/** Names and labels that nobody could read, nor press. One that is not wanted is left out. */
export function checkBlank({ name, nodes }: FlowDefinition): FieldChecks {
  const fields = [
    ...blankIn({ name }, ['name'], ''),
    ...nodes.flatMap((node) => [
      ...blankIn(node, ['name'], `nodes.${node.id}.`),
      ...blankInLists(node.config, `nodes.${node.id}.config.`),
    ]),
  ];
  return Object.fromEntries(fields.map((field) => [field, check('missing')]));
}

function blankInLists(holder: object, at: string): string[] {
  return Object.entries(READ).flatMap(([list, read]) => {
    const items: unknown = (holder as Record<string, unknown>)[list];
    if (!Array.isArray(items)) return [];
    return items.flatMap((item: unknown, n) => {
      const place = `${at}${list}.${n}`;
      if (typeof item === 'string') return BLANK.test(item) ? [place] : [];
      if (typeof item !== 'object' || item === null) return [];
      return [...blankIn(item, read, `${place}.`), ...blankInLists(item, `${place}.`)];
    });
  });
}

const blankIn = (holder: object, names: readonly string[], at: string): string[] =>
  names
    .filter((name) => {
      const text = (holder as Record<string, unknown>)[name];
      return typeof text === 'string' && BLANK.test(text);
    })
    .map((name) => `${at}${name}`);
