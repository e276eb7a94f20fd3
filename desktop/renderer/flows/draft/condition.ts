export const OPERATORS = ['=', '!=', '>', '>=', '<', '<='] as const;
export type Operator = (typeof OPERATORS)[number];

/** One comparison of a name with a value. */
export interface Comparison {
  path: string;
  operator: Operator;
  value: string | number | boolean;
}

/** Comparisons of which all, or any, must hold. */
export interface Condition {
  joinedBy: 'and' | 'or';
  comparisons: Comparison[];
}

const PATH = String.raw`[A-Za-z]\w*(?:\.[A-Za-z]\w*)*`;
const VALUE = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|-?\d+(?:\.\d+)?|true|false`;
const ONE = new RegExp(String.raw`^\s*(${PATH})\s*(!=|>=|<=|=|>|<)\s*(${VALUE})\s*(?:(and|or)\b|$)`);
const WORDS = new Set(['and', 'or', 'in', 'true', 'false', 'null']);

/** Parses an expression that the condition builder can show; null for any other, which is edited as text. */
export function parseCondition(expression: string): Condition | null {
  const comparisons: Comparison[] = [];
  let joinedBy: Condition['joinedBy'] | null = null;
  for (let rest = expression; ;) {
    const found = ONE.exec(rest);
    const value = found && valueOf(found[3]!);
    if (!found || value === null || value === undefined || WORDS.has(found[1]!)) return null;
    comparisons.push({ path: found[1]!, operator: found[2] as Operator, value });
    const next = found[4] as Condition['joinedBy'] | undefined;
    if (!next) return { joinedBy: joinedBy ?? 'and', comparisons };
    if (joinedBy && joinedBy !== next) return null;
    joinedBy = next;
    rest = rest.slice(found[0].length);
  }
}

function valueOf(written: string): Comparison['value'] | null {
  if (!written.startsWith("'")) return parsed(written);
  const inside = written.slice(1, -1);
  return inside.includes('"') || inside.includes('\\') ? null : inside;
}

function parsed(written: string): Comparison['value'] | null {
  try {
    return JSON.parse(written) as Comparison['value'];
  } catch {
    return null; // an escape that JSON does not have
  }
}

export const writeCondition = ({ joinedBy, comparisons }: Condition): string =>
  comparisons.map(({ path, operator, value }) => `${path} ${operator} ${JSON.stringify(value)}`).join(` ${joinedBy} `);
