import { LRUCache } from 'lru-cache';
import { inEnglish } from '../../contract/english.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import { check } from '../foundation/errors.ts';
import { checkExpression } from './expressionCheck.ts';

/** A template is a sequence of texts and expressions. */
export type TemplatePart = { text: string } | { expression: string };

const OPEN = '{{';
const CLOSE = '}}';
/** An expression may contain `}}`. The first end that leaves a valid expression counts; at most this many are tried. */
const ENDS_TRIED = 50;
/** How many characters of a template may be re-read for that. */
const CHARACTERS_TRIED = 50_000;
const CACHED = 500;

/** A template that cannot be parsed, and its fault. */
export class TemplateError extends Error {
  constructor(readonly mistake: FailedCheck) {
    super(inEnglish(mistake));
  }
}

const parsed = new LRUCache<string, TemplatePart[]>({
  max: CACHED,
  memoMethod: (template) => [...partsOf(template)],
});

/** @throws TemplateError */
export const parseTemplate = (template: string): TemplatePart[] => parsed.memo(template);

function* partsOf(template: string): Generator<TemplatePart> {
  let at = 0;
  for (let open = template.indexOf(OPEN); open >= 0; open = template.indexOf(OPEN, at)) {
    if (open > at) yield { text: template.slice(at, open) };
    const { expression, end } = expressionAt(template, open + OPEN.length);
    yield { expression };
    at = end;
  }
  if (at < template.length) yield { text: template.slice(at) };
}

function expressionAt(template: string, from: number): { expression: string; end: number } {
  let first: FailedCheck | null = null;
  let close = template.indexOf(CLOSE, from);
  let left = CHARACTERS_TRIED;
  for (
    let tried = 0;
    close >= 0 && tried < ENDS_TRIED && left > 0;
    tried++, close = template.indexOf(CLOSE, close + 1)
  ) {
    const inside = template.slice(from, close);
    left -= inside.length;
    const mistake = checkExpression(inside.trim(), from + inside.search(/\S|$/));
    if (mistake === null) return { expression: inside.trim(), end: close + CLOSE.length };
    first ??= mistake;
  }
  throw new TemplateError(first ?? check('templateOpen', { position: from - OPEN.length + 1 }));
}

/** The expressions in a field that is either one expression or a template. @throws TemplateError */
export const expressionsOf = (text: string, kind: 'expression' | 'template'): string[] =>
  kind === 'expression' ? [text] : parseTemplate(text).flatMap((part) => ('text' in part ? [] : [part.expression]));

/** Whether a template is exactly one expression: its value is then inserted as a whole. @throws TemplateError */
export function isOneExpression(template: string): boolean {
  const [only, ...more] = parseTemplate(template.trim());
  return more.length === 0 && only !== undefined && 'expression' in only;
}

/** The fault of a template; null if it can be rendered. */
export function checkTemplate(template: string): FailedCheck | null {
  try {
    parseTemplate(template);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.mistake;
    throw error;
  }
}
