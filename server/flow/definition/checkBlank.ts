import { isBlank } from '../../../contract/blank.ts';
import type { FlowDefinition } from '../../../contract/flows.ts';
import type { FieldChecks } from '../../../contract/problem.ts';
import { check } from '../../foundation/errors.ts';

/** The lists of fields and options in a config, and the texts in them that people read. */
const READ = { variables: ['label'], options: ['label', 'value'], columns: ['label'] };

/** Finds names and labels that are invisible. A label that is not wanted has to be left out. */
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
      if (typeof item === 'string') return isBlank(item) ? [place] : [];
      if (typeof item !== 'object' || item === null) return [];
      return [...blankIn(item, read, `${place}.`), ...blankInLists(item, `${place}.`)];
    });
  });
}

const blankIn = (holder: object, names: readonly string[], at: string): string[] =>
  names
    .filter((name) => {
      const text = (holder as Record<string, unknown>)[name];
      return typeof text === 'string' && isBlank(text);
    })
    .map((name) => `${at}${name}`);
