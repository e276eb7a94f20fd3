import type { SearchHit } from '../../../contract/search.ts';

/** A document link in message format. Escapes characters in title and address that would end the link early. */
export function linkTo({ title, address }: Pick<SearchHit, 'title' | 'address'>): string {
  const label = title.replace(/\s+/g, ' ').replaceAll('[', '(').replaceAll(']', ')').slice(0, 300).trim();
  const target = address.replaceAll('(', '%28').replaceAll(')', '%29');
  return label === '' ? target : `[${label}](${target})`;
}
