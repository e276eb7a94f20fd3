import type { SearchHit } from '../../../contract/search.ts';

/** A document as a message holds it: a link that is shown by its title. Nothing in a title or an address ends it early. */
export function linkTo({ title, address }: Pick<SearchHit, 'title' | 'address'>): string {
  const label = title.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').slice(0, 300).trim();
  const target = address.replaceAll('(', '%28').replaceAll(')', '%29');
  return label === '' ? target : `[${label}](${target})`;
}
