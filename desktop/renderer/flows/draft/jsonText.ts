import { parseTree, type Node } from 'jsonc-parser';
import { isRecord } from '../sketch.ts';

interface Edit {
  offset: number;
  length: number;
  content: string;
}

/** The longest value to put on one line, if its neighbours are on one line. */
const ONE_LINE = 100;

/**
 * Updates the text of a definition to a new value. Rewrites only changed parts, and keeps the author's formatting and
 * order of keys. An equal value returns the same text.
 *
 * @param text JSON
 */
export function rewriteJson(text: string, value: unknown): string {
  const tree = parseTree(text);
  if (!tree) return JSON.stringify(value, null, 2);
  const edits: Edit[] = [];
  rewrite(tree, value, { text, indent: indentOf(text), edits });
  return edits
    .sort((one, other) => other.offset - one.offset || other.length - one.length)
    .reduce((done, { offset, length, content }) => done.slice(0, offset) + content + done.slice(offset + length), text);
}

interface Writing {
  text: string;
  /** One level of indentation. */
  indent: string;
  edits: Edit[];
}

/** The indentation of the first indented line. */
const indentOf = (text: string): string => /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';

function rewrite(node: Node, value: unknown, writing: Writing): void {
  if (node.type === 'object' && isRecord(value) && !Array.isArray(value)) return rewriteObject(node, value, writing);
  if (node.type === 'array' && Array.isArray(value)) return rewriteArray(node, value, writing);
  if (isSame(node, value)) return;
  writing.edits.push({ offset: node.offset, length: node.length, content: print(value, node, writing) });
}

function rewriteObject(node: Node, value: Record<string, unknown>, writing: Writing): void {
  const properties = node.children ?? [];
  const names = properties.map((property) => String(property.children![0]!.value));
  const wanted = Object.entries(value).filter(([, each]) => each !== undefined);
  const has = (name: string) => Object.hasOwn(value, name) && value[name] !== undefined;
  const isTwice = new Set(names).size < names.length;
  const kept = names.filter(has);
  if (isTwice || (kept.length === 0 && names.length > 0 && wanted.length > 0)) {
    writing.edits.push({ offset: node.offset, length: node.length, content: print(value, node, writing) });
    return;
  }
  properties.forEach((property, n) => {
    const name = names[n]!;
    if (has(name)) rewrite(property.children![1]!, value[name], writing);
  });
  const added = wanted.filter(([name]) => !names.includes(name));
  const isGone = (n: number) => !has(names[n]!);
  cutOut(node, properties, isGone, writing);
  if (added.length === 0) return;
  const last = properties.filter((_property, n) => !isGone(n)).at(-1);
  const lines = added.map(([name, each]) => `${JSON.stringify(name)}: ${printInside(each, node, writing)}`);
  insertAll(node, last, lines, writing);
}

function rewriteArray(node: Node, value: readonly unknown[], writing: Writing): void {
  const items = node.children ?? [];
  let start = 0;
  while (start < items.length && start < value.length && isSame(items[start]!, value[start])) start += 1;
  let end = 0;
  while (
    end < items.length - start &&
    end < value.length - start &&
    isSame(items[items.length - 1 - end]!, value[value.length - 1 - end])
  )
    end += 1;
  const [before, after] = [items.slice(start, items.length - end), value.slice(start, value.length - end)];
  const pairs = Math.min(before.length, after.length);
  for (let n = 0; n < pairs; n += 1) rewrite(before[n]!, after[n], writing);
  const added = after.slice(pairs);
  if (before.length > pairs) cutOut(node, items, (n) => n >= start + pairs && n < items.length - end, writing);
  if (added.length > 0)
    insertAll(
      node,
      items[start + pairs - 1],
      added.map((each) => printInside(each, node, writing)),
      writing,
    );
}

/** Removes children, each with its separating comma. */
function cutOut(node: Node, children: Node[], isGone: (n: number) => boolean, writing: Writing): void {
  const kept = children.flatMap((_child, n) => (isGone(n) ? [] : [n]));
  if (kept.length === children.length) return;
  if (kept.length === 0)
    return void writing.edits.push({ offset: node.offset + 1, length: node.length - 2, content: '' });
  const endOf = (child: Node) => child.offset + child.length;
  children.forEach((child, n) => {
    if (!isGone(n)) return;
    const isBeforeAllKept = n < kept[0]!;
    const [offset, end] = isBeforeAllKept
      ? [child.offset, children[n + 1]!.offset]
      : [endOf(children[n - 1]!), endOf(child)];
    writing.edits.push({ offset, length: end - offset, content: '' });
  });
}

/** @param after the child to insert after; undefined: insert first */
function insertAll(node: Node, after: Node | undefined, lines: string[], writing: Writing): void {
  const { text } = writing;
  const isInline = isOnOneLine(node, text) && (node.children ?? []).length > 0;
  const inner = `\n${lineIndent(text, node.offset)}${writing.indent}`;
  const between = isInline ? ' ' : inner;
  const first = node.children?.[0];
  if (after) {
    const content = lines.map((line) => `,${between}${line}`).join('');
    writing.edits.push({ offset: after.offset + after.length, length: 0, content });
  } else if (first) {
    writing.edits.push({
      offset: first.offset,
      length: 0,
      content: lines.map((line) => `${line},${between}`).join(''),
    });
  } else {
    const content = `${inner}${lines.join(`,${inner}`)}\n${lineIndent(text, node.offset)}`;
    writing.edits.push({ offset: node.offset + 1, length: node.length - 2, content });
  }
}

const isOnOneLine = ({ offset, length }: Node, text: string): boolean =>
  !text.slice(offset, offset + length).includes('\n');

/** The indentation of the line at an offset. */
function lineIndent(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** Formats a value that replaces another one. */
const print = (value: unknown, node: Node, { text, indent }: Writing): string =>
  laidOut(value, lineIndent(text, node.offset), indent, isOnOneLine(node, text));

/** Formats a new child: on one line if its siblings are. */
function printInside(value: unknown, node: Node, { text, indent }: Writing): string {
  const children = (node.children ?? []).map((child) => (child.type === 'property' ? child.children![1]! : child));
  const like = children.filter(({ type }) => type === (Array.isArray(value) ? 'array' : typeof value)).at(-1);
  const isShort = isOnOneLine(node, text) && children.length > 0 ? true : like !== undefined && isOnOneLine(like, text);
  const inner = isOnOneLine(node, text) && children.length > 0 ? '' : indent;
  return laidOut(value, lineIndent(text, node.offset) + inner, indent, isShort);
}

function laidOut(value: unknown, before: string, indent: string, isShort: boolean): string {
  if (isShort) {
    const line = onOneLine(value);
    if (line.length <= ONE_LINE) return line;
  }
  return JSON.stringify(value, null, indent).replaceAll('\n', `\n${before}`);
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const parts = Object.entries(value).flatMap(([name, each]) =>
    each === undefined ? [] : [`${JSON.stringify(name)}: ${onOneLine(each)}`],
  );
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/** Whether a part of the text equals a value. */
function isSame(node: Node, value: unknown): boolean {
  if (node.type === 'array') {
    const items = node.children ?? [];
    return Array.isArray(value) && items.length === value.length && items.every((item, n) => isSame(item, value[n]));
  }
  if (node.type !== 'object') return node.value === value;
  if (!isRecord(value) || Array.isArray(value)) return false;
  const properties = node.children ?? [];
  const names = new Set(properties.map((property) => String(property.children![0]!.value)));
  const wanted = Object.keys(value).filter((name) => value[name] !== undefined);
  return (
    names.size === properties.length &&
    wanted.length === names.size &&
    properties.every((property) => {
      const name = String(property.children![0]!.value);
      return Object.hasOwn(value, name) && isSame(property.children![1]!, value[name]);
    })
  );
}
