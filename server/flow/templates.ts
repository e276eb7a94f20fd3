import { checkExpression } from './expressionCheck.ts';

/** A template is texts and expressions in turn. */
export type TemplatePart = { text: string } | { expression: string };

const OPEN = '{{';
const CLOSE = '}}';
/** An expression may hold `}}` itself; the first end that leaves a valid expression counts, so many are tried. */
const ENDS_TRIED = 50;
const CACHED = 500;

/** A template that cannot be read; the message says where. */
export class TemplateError extends Error {}

const parsed = new Map<string, TemplatePart[]>();

/** @throws TemplateError */
export function parseTemplate(template: string): TemplatePart[] {
  const known = parsed.get(template);
  if (known) return known;
  const parts = [...partsOf(template)];
  if (parsed.size >= CACHED) parsed.delete(parsed.keys().next().value as string);
  parsed.set(template, parts);
  return parts;
}

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
  let problem: string | null = null;
  let close = template.indexOf(CLOSE, from);
  for (let tried = 0; close >= 0 && tried < ENDS_TRIED; tried++, close = template.indexOf(CLOSE, close + 1)) {
    const expression = template.slice(from, close).trim();
    const mistake = checkExpression(expression);
    if (mistake === null) return { expression, end: close + CLOSE.length };
    problem ??= `in "{{ ${expression.slice(0, 80)} }}": ${mistake}`;
  }
  throw new TemplateError(problem ?? `"{{" at character ${from - OPEN.length + 1} is never closed`);
}

/** What is wrong with a template; null when it can be rendered. */
export function checkTemplate(template: string): string | null {
  try {
    parseTemplate(template);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
