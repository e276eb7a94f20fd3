import type { VariableSpec } from '../variables.ts';

/** The default maximum of each type. Where the unit is characters or items, authors cannot raise it. */
export const LIMITS = {
  textCharacters: 2000,
  multilineCharacters: 20_000,
  passwordCharacters: 1000,
  labelCharacters: 500,
  cellCharacters: 2000,
  referenceCharacters: 320,
  options: 10_000,
  references: 500,
  files: 20,
  addressCharacters: 2000,
  hierarchyNodes: 500,
  hierarchyDepth: 6,
  tableRows: 500,
  rangeMin: 0,
  rangeMax: 100,
} as const;

type Bounded = Pick<VariableSpec, 'type' | 'validation'>;

interface Bounds {
  min?: number;
  max?: number;
}

const toNumber = (bound: string | number | undefined): number | undefined => {
  const value = bound === undefined || bound === '' ? NaN : Number(bound);
  return Number.isFinite(value) ? value : undefined;
};

const within = (limit: number, { validation }: Bounded) => ({
  min: Math.max(0, toNumber(validation?.min) ?? 0),
  max: Math.min(limit, toNumber(validation?.max) ?? limit),
});

const CHARACTERS: Partial<Record<VariableSpec['type'], number>> = {
  textarea: LIMITS.multilineCharacters,
  multiline: LIMITS.multilineCharacters,
  password: LIMITS.passwordCharacters,
};

/** How many characters (UTF-16 units, as browsers count) a text or password may have. */
export const textBounds = (spec: Bounded): Required<Bounds> =>
  within(CHARACTERS[spec.type] ?? LIMITS.textCharacters, spec);

const ITEMS: Partial<Record<VariableSpec['type'], number>> = {
  multiselect: LIMITS.options,
  file: LIMITS.files,
  hierarchy: LIMITS.hierarchyNodes,
  table: LIMITS.tableRows,
};

/** How many items a list may have: options, people, groups, files, entries of a hierarchy or rows. */
export const countBounds = (spec: Bounded): Required<Bounds> => within(ITEMS[spec.type] ?? LIMITS.references, spec);

/** Bounds and step of a `number` or `range`; a range defaults to 0 to 100. */
export function numberBounds(spec: Bounded): Bounds & { step?: number } {
  const isRange = spec.type === 'range';
  return {
    min: toNumber(spec.validation?.min) ?? (isRange ? LIMITS.rangeMin : undefined),
    max: toNumber(spec.validation?.max) ?? (isRange ? LIMITS.rangeMax : undefined),
    step: spec.validation?.step,
  };
}

/** Bounds of a `date`, `time` or `datetime`, as the author wrote them. */
export function timeBounds({ validation }: Bounded): { min?: string; max?: string } {
  const toText = (bound: string | number | undefined) => (bound === undefined ? undefined : String(bound));
  return { min: toText(validation?.min), max: toText(validation?.max) };
}
