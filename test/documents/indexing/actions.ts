import fc from 'fast-check';
import type { LibraryItem } from '../../../sandbox/graph/library.ts';
import type { TenantReader } from '../../../sandbox/tenant.ts';
import type { IndexingService } from '../../../server/documents/indexing/indexingService.ts';
import { sourceId } from '../../../server/documents/indexing/indexingRules.ts';
import { KIND, READERS, type TenantModel } from './tenantModel.ts';

const ACTIONS = [
  ...(['put', 'put', 'put', 'change', 'change', 'share', 'share', 'move', 'move', 'moveAcross', 'remove'] as const),
  ...(['restore', 'forget', 'revoke', 'grant', 'removeLibrary', 'readAnew', 'readNow', 'shareLibrary'] as const),
];
type ActionName = (typeof ACTIONS)[number];

/** Something that people do, and three numbers that choose with what. */
export interface Action {
  kind: ActionName;
  a: number;
  b: number;
  c: number;
}

const NUMBER = fc.nat(1000);
const ACTION = fc.record({ kind: fc.constantFrom(...ACTIONS), a: NUMBER, b: NUMBER, c: NUMBER });
/** Several actions with the same document or folder. */
const WITH_ONE = fc
  .tuple(fc.array(ACTION, { minLength: 2, maxLength: 3 }), NUMBER, NUMBER)
  .map(([actions, a, b]) => actions.map((each) => ({ ...each, a, b })));
/** Deeds in a row. */
export const SOME_ACTIONS: fc.Arbitrary<Action[]> = fc.oneof(
  fc.array(ACTION, { minLength: 1, maxLength: 3 }),
  WITH_ONE,
);

const of = <T>(items: readonly T[], n: number): T | undefined => items[n % items.length];
const drawn = (n: number): TenantReader[] => READERS.filter((_each, k) => (n >> k) & 1);
const readersOf = (n: number): TenantReader[] | null => (n % 3 === 0 ? null : drawn(n));

/** @returns what performs an action in the model */
export function createActions(model: TenantModel, service: IndexingService): (action: Action) => Promise<void> {
  let made = 0;
  const shelves = [...model.shelves.values()];

  /** What an action's numbers choose. */
  function chosen({ a, b, c }: Action) {
    const shelf = of(shelves, a)!;
    const there = shelf.library.items().filter(({ isDeleted }) => !isDeleted);
    const folders = there.filter(({ content }) => content === null);
    const ending = b % 7 === 0 ? 'bad' : 'txt';
    return {
      ...{ shelf, library: shelf.library, source: sourceId(KIND, shelf.library.id), ending, there },
      item: of(
        there.filter(({ path }) => path !== ''),
        b,
      ),
      file: of(
        there.filter(({ content }) => content !== null),
        b,
      ),
      into: (name: string) => [of(folders, c)!.path, name].filter((each) => each !== '').join('/'),
      content: { content: `text ${++made}` },
    };
  }
  type Chosen = ReturnType<typeof chosen>;

  /** A removed item that can be put back. */
  function removedItem({ library, there }: Chosen, n: number): LibraryItem | undefined {
    const taken = new Map(there.map((item) => [item.path, item]));
    const isFree = ({ id }: LibraryItem) =>
      library
        .items()
        .filter(({ removedWith }) => removedWith === id)
        .every(({ path }) => !taken.has(path) && !isBelowFile(path, taken));
    return of(
      library.items().filter((item) => item.removedWith === item.id && isFree(item)),
      n,
    );
  }
  const isBelowFile = (path: string, taken: ReadonlyMap<string, LibraryItem>): boolean =>
    [...taken.values()].some(({ content, path: above }) => content !== null && path.startsWith(`${above}/`));

  const performers: Record<ActionName, (chosen: Chosen, action: Action) => unknown> = {
    put: ({ library, into, ending, content }, { b }) =>
      library.put(into(`f${made}.${ending}`), { ...content, readers: readersOf(b) }),
    change: ({ library, file, into, ending, content }) =>
      library.put(file?.path ?? into(`d${made}/f${made}.${ending}`), content),
    share: ({ library, item }, { c }) => item && library.share(item.path, readersOf(c)),
    shareLibrary({ library, shelf }, { b }) {
      shelf.readers = drawn(b);
      library.share('', null);
    },
    move({ library, item, into, ending }) {
      const to = into(`m${made}.${item?.content === null ? 'd' : ending}`);
      if (item && !`${to}/`.startsWith(`${item.path}/`)) library.move(item.path, to);
    },
    moveAcross({ library, file }, { c }) {
      const other = of(shelves, c)!.library;
      if (!file || other === library) return;
      library.remove(file.path);
      other.put(`x${made}.txt`, { content: file.content!, readers: readersOf(c) });
    },
    remove: ({ library, item }, { c }) => item && library.remove(item.path, c % 2 === 0),
    restore(all, { b }) {
      const back = removedItem(all, b);
      if (back) all.library.restore(back.id);
    },
    forget: ({ library }) => library.forgetChanges(),
    async revoke({ shelf }, { b }) {
      model.granted.delete(shelf.site);
      if (b % 2 === 0) await service.listNow();
    },
    async grant({ shelf }) {
      model.granted.add(shelf.site);
      shelf.isThere = true;
      await service.listNow();
    },
    removeLibrary: ({ shelf }) => void (shelf.isThere = false),
    readAnew: ({ source }) => service.readAnew(source, 'ada').catch(() => {}), // it may not be there
    readNow: ({ source }, { b }) => service.readNow(b % 2 === 0 ? null : source, 'ada'),
  };

  return async (action) => {
    await performers[action.kind](chosen(action), action);
    model.note();
  };
}
