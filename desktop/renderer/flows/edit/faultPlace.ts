import type { IntlShape } from 'react-intl';
import { fieldNamesOf } from './fieldNames.ts';

/** The keys of these are named by the author. */
const OF_AUTHORS = new Set(['values', 'headers', 'secretHeaders']);
const IS_PLACE = /^\d+$/;

/**
 * The form field of a fault, by its labels: `Options 2 · What people read` for `config.options.1.label`. Names given by
 * the author stay unchanged.
 *
 * @param nodeType null for the flow as a whole
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

/** Whether a name is not in camel case, such as a header's; ours all are. */
const isWrittenOtherwise = (part: string): boolean => !/^[a-z][A-Za-z]*$/.test(part);
