import { createLibrary, type Library, type LibraryItem } from '../../../sandbox/graph/library.ts';
import type { TenantReader } from '../../../sandbox/tenant.ts';
import { DirectoryError } from '../../../server/people/identity/directoryError.ts';
import type {
  Access,
  Change,
  Content,
  DocumentSource,
  Item,
  Listing,
  DocumentCollection,
} from '../../../server/documents/indexing/documentSource.ts';
import type { IndexFault } from '../../../contract/indexing.ts';
import type { Extracted } from '../../../server/documents/extraction/extraction.ts';
import { sourceId } from '../../../server/documents/indexing/indexingRules.ts';
import { shuffled } from '../../support/random.ts';
import type { Found } from './truth.ts';

export const KIND = 'notes';
/** The people of the model, by their object ids. */
export const IDS: Record<string, string> = Object.fromEntries(
  ['ada', 'barbara', 'grace'].map((key, n) => [key, `10000000-0000-4000-8000-00000000000${n}`]),
);
/** A reader that the directory does not know, such as a SharePoint group. */
const STRANGER = 'stranger';
export const READERS: TenantReader[] = [...Object.keys(IDS), STRANGER].map((person) => ({ person }));

/** What Microsoft answers instead of what was asked for. */
export type Fate = 'fine' | 'busy' | 'fails' | 'cut';

interface Shelf {
  site: string;
  library: Library;
  isThere: boolean;
  readers: TenantReader[];
}

interface Link {
  /** Items still to be reported. */
  ids: string[];
  /** Later changes come after this one. */
  after: number;
}

/** Items of a page. */
const PAGE = 3;
const titleOf = (path: string): string => (path === '' ? 'root' : path.split('/').at(-1)!);
const addressOf = (shelf: Shelf, path: string): string =>
  `https://documents.test/${shelf.library.id}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** A text as the index stores it, and whatever else matters about a file. */
export interface Fact {
  title: string;
  text: string;
  readers: string[];
}

/** Some libraries, what has ever been true of them, and the source that reads them. */
export interface TenantModel {
  shelves: Map<string, Shelf>;
  /** Sites that may be read. */
  granted: Set<string>;
  /** Sites that do not say which libraries they have. */
  silent: Set<string>;
  /** Notes what is true now; call it after each change. */
  note(): void;
  /** Everything that was ever true of a document. */
  history: Map<string, Fact[]>;
  /** How often each call was made. */
  calls: Record<string, number>;
  /** Called before each call, to choose what becomes of it. */
  before: (call: string, id: string) => Promise<Fate>;
  origin: DocumentSource;
  extract(name: string, bytes: Uint8Array): Promise<Extracted>;
  /** What the index must hold of all libraries. */
  truth(): Map<string, Found & { title: string }>;
  /** The faults that administrators must see, by library. */
  faults(library: string): [string, IndexFault][];
}

const failure = (fate: Fate): DirectoryError =>
  fate === 'busy'
    ? new DirectoryError('directory_unavailable', 'It is busy.', { status: 429, retryAfterMs: 1_000 })
    : new DirectoryError('directory_unavailable', 'It fails.', fate === 'fails' ? { status: 500 } : {});

/** @param random draws the order in which changes are reported */
export function createTenantModel(now: () => number, random: () => number, libraries: [string, string][]): TenantModel {
  const shelves = new Map(
    libraries.map(([id, site]) => [
      id,
      {
        site,
        library: createLibrary({ id, name: id, documents: [] }, now),
        isThere: true,
        readers: [{ person: 'ada' }] as TenantReader[],
      },
    ]),
  );
  const granted = new Set(libraries.map(([, site]) => site));
  const denied = () => new DirectoryError('directory_denied', 'It was not granted.', { status: 403 });

  const accessTo = (shelf: Shelf, item: LibraryItem): Access => {
    const readers = shelf.library.readersOf(item) ?? shelf.readers;
    const keys = readers.flatMap((each) => ('person' in each ? [each.person] : []));
    return {
      readers: [...new Set(keys.filter((key) => key !== STRANGER).map((key) => IDS[key]!))].sort(),
      hasUnknown: keys.includes(STRANGER),
      until: null,
    };
  };
  const toItem = (shelf: Shelf, item: LibraryItem): Item => ({
    id: item.id,
    parent: item.path === '' ? null : (shelf.library.parentOf(item)?.id ?? null),
    isFolder: item.content === null,
    title: titleOf(item.path),
    address: addressOf(shelf, item.path),
    version: String(item.change),
    size: item.size,
    modifiedAt: item.changedAt,
  });
  const textOf = ({ path, content }: LibraryItem): string => (path.endsWith('.bad') ? '' : content!.toString());
  const documentsOf = ({ library }: Shelf) =>
    library.items().filter(({ isDeleted, content }) => !isDeleted && content !== null);

  const model: TenantModel = {
    shelves,
    granted,
    silent: new Set(),
    history: new Map(),
    calls: {},
    before: async () => 'fine',
    note() {
      for (const shelf of shelves.values())
        for (const item of documentsOf(shelf)) {
          const id = `${sourceId(KIND, shelf.library.id)}/${item.id}`;
          const fact = { title: titleOf(item.path), text: textOf(item), readers: accessTo(shelf, item).readers };
          const known = model.history.get(id) ?? [];
          if (JSON.stringify(known.at(-1)) !== JSON.stringify(fact)) model.history.set(id, [...known, fact]);
        }
    },
    truth() {
      const all = new Map<string, Found & { title: string }>();
      for (const shelf of shelves.values())
        if (shelf.isThere && granted.has(shelf.site))
          for (const item of documentsOf(shelf))
            all.set(`${sourceId(KIND, shelf.library.id)}/${item.id}`, {
              title: titleOf(item.path),
              address: addressOf(shelf, item.path),
              text: textOf(item),
              readers: accessTo(shelf, item).readers,
            });
      return all;
    },
    faults(library) {
      const shelf = shelves.get(library)!;
      return documentsOf(shelf).flatMap((item): [string, IndexFault][] => {
        if (item.path.endsWith('.bad')) return [[item.id, 'broken']];
        return accessTo(shelf, item).hasUnknown ? [[item.id, 'unknownReaders']] : [];
      });
    },
    extract: async (name, bytes) =>
      name.endsWith('.bad') ? { text: '', fault: 'broken' } : { text: Buffer.from(bytes).toString(), fault: null },
    origin: undefined as never,
  };

  async function called(call: string, id = ''): Promise<void> {
    model.calls[call] = (model.calls[call] ?? 0) + 1;
    const fate = await model.before(call, id);
    if (fate !== 'fine') throw failure(fate);
  }

  function open(place: string): Shelf | null {
    const shelf = shelves.get(place)!;
    if (!granted.has(shelf.site)) throw denied();
    return shelf.isThere ? shelf : null;
  }
  const find = (place: string, id: string) => {
    const shelf = open(place);
    const item = shelf?.library.find(id);
    return shelf && item ? { shelf, item } : null;
  };

  function changesOf(shelf: Shelf, link: string | null) {
    const { library } = shelf;
    if (link !== null) {
      const mark = JSON.parse(link) as Link;
      if (mark.after < library.horizon()) return 'resync' as const;
      if (mark.ids.length > 0) return pageOf(shelf, mark);
      return pageOf(shelf, {
        ids: inSomeOrder(library.items().filter(({ change }) => change > mark.after)),
        after: library.changes(),
      });
    }
    return pageOf(shelf, {
      ids: inSomeOrder(library.items().filter(({ isDeleted }) => !isDeleted)),
      after: library.changes(),
    });
  }
  const inSomeOrder = (items: LibraryItem[]): string[] => {
    const ids = items.map(({ id }) => id);
    return random() < 0.5 ? ids : shuffled(ids, random);
  };
  function pageOf(shelf: Shelf, { ids, after }: Link) {
    const shown = ids.slice(0, PAGE);
    const all = new Map(shelf.library.items().map((item) => [item.id, item]));
    const changes = shown.map((id): Change => {
      const item = all.get(id)!;
      return item.isDeleted ? { id, isDeleted: true } : toItem(shelf, item);
    });
    const isTwice = ids.length > PAGE && random() < 0.15; // the same page comes again
    const left = isTwice ? ids : ids.slice(PAGE);
    return { changes, link: JSON.stringify({ ids: left, after }), isLast: left.length === 0 };
  }

  model.origin = {
    kind: KIND,
    async list() {
      await called('list');
      const places: DocumentCollection[] = [];
      const lostSites = new Map<string, IndexFault>();
      for (const { site, library, isThere } of shelves.values()) {
        if (model.silent.has(site)) continue;
        if (!granted.has(site)) lostSites.set(site, 'siteNotGranted');
        else if (isThere)
          places.push({
            id: library.id,
            site,
            siteName: site,
            title: library.name,
            address: 'https://documents.test/',
          });
      }
      await called('listed');
      return { places, unknownSites: model.silent, lostSites } satisfies Listing;
    },
    async changes(place, link) {
      await called('changes', place);
      const shelf = open(place);
      const found = shelf === null ? 'gone' : changesOf(shelf, link);
      return found;
    },
    async item(place, id) {
      await called('item', id);
      const found = find(place, id);
      return found && toItem(found.shelf, found.item);
    },
    async access(place, id) {
      await called('access', id);
      const found = find(place, id);
      return found && accessTo(found.shelf, found.item);
    },
    async content(place, { id }): Promise<Content | null> {
      await called('content', id);
      const found = find(place, id);
      return found && { bytes: found.item.content! };
    },
  };
  return model;
}
