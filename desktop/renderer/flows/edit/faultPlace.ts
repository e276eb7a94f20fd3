import type { IntlShape } from 'react-intl';
import { fieldNamesOf } from './fieldNames.ts';

/** What these hold is called by its author. */
const OF_AUTHORS = new Set(['values', 'headers', 'secretHeaders']);
const IS_PLACE = /^\d+$/;

/**
 * Which field of the form a fault is about, by the labels that stand there: `Options 2 · What people read` for
 * `config.options.1.label`. Names that an author gives are no labels, and stay.
 *
 * @param nodeType null for what belongs to the flow as a whole
 */
export function placeInForm(field: string, nodeType: string | null, intl: IntlShape): string {
  const parts = field.split('.').filter(Boolean);
  const [first] = parts;
  const isWay = first === 'edges';
  const names = fieldNamesOf(intl, first === 'config' && nodeType !== null ? nodeType : 'flow');
  const words = isWay && nodeType !== null ? [intl.formatMessage({ id: 'draw.ways' })] : [];
  const own = isWay && nodeType !== null ? parts.slice(2) : first === 'config' ? parts.slice(1) : parts;
  for (const [n, part] of own.entries()) {
    const last = words.length - 1;
    const isOwnName = isWrittenOtherwise(part) || OF_AUTHORS.has(own[n - 1] ?? '');
    if (IS_PLACE.test(part) && last >= 0) {
      words[last] = intl.formatMessage({ id: 'draw.entry' }, { name: words[last], number: Number(part) + 1 });
    } else words.push(isOwnName ? part : names.label(part));
  }
  return words.join(' · ');
}

/** Headers and the like are written in other ways than fields of ours. */
const isWrittenOtherwise = (part: string): boolean => !/^[a-z][A-Za-z]*$/.test(part);
