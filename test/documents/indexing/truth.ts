import type { Library, LibraryItem } from '../../../sandbox/graph/library.ts';
import type { Tenant, TenantReader } from '../../../sandbox/tenant.ts';
import type { Db } from '../../../server/foundation/database/statements.ts';

/** A document, as people find it. */
export interface Found {
  address: string;
  text: string;
  readers: string[];
}

/** What an index must hold of a library, computed from the library alone. */
export function truthOf(tenant: Tenant, library: Library): Map<string, Found> {
  const site = tenant.sites.find(({ libraries }) => libraries.some(({ id }) => id === library.id))!;
  const idsOf = (reader: TenantReader): string[] => {
    if ('link' in reader) return []; // it names nobody
    const named =
      'person' in reader
        ? tenant.people.find(({ key }) => key === reader.person)
        : tenant.groups.find(({ key }) => key === reader.group);
    return [named!.id];
  };
  const toFound = (item: LibraryItem): [string, Found] => [
    `library:${library.id}/${item.id}`,
    {
      address: `${site.webUrl}/${library.name}/${item.path.split('/').map(encodeURIComponent).join('/')}`,
      text: item.content!.toString().replace(/\s+/g, ' ').trim(),
      readers: [...new Set((library.readersOf(item) ?? site.readers).flatMap(idsOf))].sort(),
    },
  ];
  const documents = library.items().filter(({ isDeleted, content }) => !isDeleted && content !== null);
  return new Map(documents.map(toFound));
}

interface Reader {
  document: number;
  principal: string;
}

/** What our own index holds of a library. */
export async function indexedOf(db: Db, library: Library): Promise<Map<string, Found>> {
  const rows: { seq: number; id: string; address: string; text: string }[] = await db('search_documents').where({
    source: `library:${library.id}`,
  });
  const readers = new Map<number, string[]>();
  for (const { document, principal } of await db('search_readers').select<Reader[]>('document', 'principal'))
    readers.set(document, [...(readers.get(document) ?? []), principal]);
  return new Map(
    rows.map(({ seq, id, address, text }) => [
      id,
      {
        address,
        text,
        readers: (readers.get(seq) ?? []).sort(),
      },
    ]),
  );
}

/** In a defined order, for comparison. */
export const sorted = (found: Map<string, Found>): [string, Found][] =>
  [...found].sort(([one], [other]) => (one < other ? -1 : 1));

/** Differences between an index and the truth, both ways: few lines, however large the index is. */
export function differences(found: Map<string, Found>, truth: Map<string, Found>): unknown[] {
  const ids = [...new Set([...found.keys(), ...truth.keys()])];
  return ids
    .filter((id) => JSON.stringify(found.get(id)) !== JSON.stringify(truth.get(id)))
    .map((id) => ({ id, found: found.get(id), truth: truth.get(id) }));
}
