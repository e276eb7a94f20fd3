import type { Question } from '../../../contract/messages.ts';
import type { VariableSpec, VariableType } from '../../../contract/variables.ts';
import type { Card } from '../../../bot/teams/render.ts';
import { aQuestion, EVERY_TYPE } from '../../channels/email/support.ts';

export { anOutcome, aQuestion, EVERY_TYPE } from '../../channels/email/support.ts';

export const TOKEN = 'a'.repeat(64);

export const specOf = (type: VariableType): VariableSpec => EVERY_TYPE.find((spec) => spec.type === type)!;

export const aForm = (variables: VariableSpec[], overrides: Partial<Question> = {}): Question =>
  aQuestion({ inputType: 'form', variables, ...overrides });

type Part = Record<string, unknown>;

/** Every object of a card, however deep, in order. */
export function partsOf(node: unknown): Part[] {
  if (Array.isArray(node)) return node.flatMap(partsOf);
  if (typeof node !== 'object' || node === null) return [];
  return [node as Part, ...Object.values(node).flatMap(partsOf)];
}

const typeOf = ({ type }: Part): string => (typeof type === 'string' ? type : '');

export const inputsOf = (card: Card): Part[] => partsOf(card.body).filter((part) => typeOf(part).startsWith('Input.'));
export const actionsOf = (card: Card): Part[] => partsOf(card).filter((part) => typeOf(part).startsWith('Action.'));
export const submitsOf = (card: Card): Part[] => actionsOf(card).filter((part) => part['type'] === 'Action.Submit');
export const linksOf = (card: Card): unknown[] =>
  actionsOf(card)
    .filter((part) => part['type'] === 'Action.OpenUrl')
    .map((part) => part['url']);

/** The text of a card, line by line. */
export function textOf(card: Card): string {
  const lines = partsOf(card.body).flatMap((part) => {
    if (part['type'] === 'TextBlock') return [part['text']];
    if (part['type'] === 'RichTextBlock') return [(part['inlines'] as Part[]).map(({ text }) => text).join('')];
    if (part['type'] === 'FactSet') return (part['facts'] as Part[]).map(({ title, value }) => `${title}: ${value}`);
    return [part['label']];
  });
  return lines.filter((line) => typeof line === 'string').join('\n');
}
