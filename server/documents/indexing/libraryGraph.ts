import { z } from 'zod';
import { withoutTurns } from '../../../contract/cleanText.ts';
import { MAX_PAGE } from '../../people/directory/odata.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import type { GraphClient } from '../../people/directory/graphClient.ts';
import { SELECTED } from '../siteRules.ts';
import { GraphPermission } from './accessRules.ts';
import type { Change, ChangePage, Item } from './documentSource.ts';

const Facet = z.object({}).nullish();
const id = z.string().min(1).max(100);
const GraphItem = z.object({
  id,
  name: z.string().transform(withoutTurns).nullish(),
  eTag: z.string().nullish(),
  size: z.number().nullish(),
  webUrl: z.string().nullish(),
  lastModifiedDateTime: z.string().nullish(),
  parentReference: z.object({ id: id.nullish() }).nullish(),
  deleted: Facet,
  folder: Facet,
  file: Facet,
  package: Facet,
});
type GraphItem = z.infer<typeof GraphItem>;

/** A drive in Microsoft Graph. Every function throws DirectoryError. */
export interface LibraryGraph {
  changes(drive: string, link: string | null): Promise<ChangePage | 'resync' | 'gone'>;
  /** Null: it does not exist, or is neither a file nor a folder. */
  item(drive: string, id: string): Promise<Item | null>;
  /** All permissions of an item, including inherited ones; null: it does not exist. */
  permissions(drive: string, id: string): Promise<GraphPermission[] | null>;
  /** A file's pre-authenticated address; null: it does not exist. */
  addressOf(drive: string, id: string): Promise<string | null>;
}

/** Few enough to process a page quickly. */
const PAGE = '50';
/** Without this header, the parents of each change would be reported as changed, too. */
const WITHOUT_PARENTS = { deltaExcludeParent: 'true' };

const itemPath = (drive: string, item: string): string =>
  `/drives/${encodeURIComponent(drive)}/items/${encodeURIComponent(item)}`;

/** Excludes notebooks and the like. */
const isShown = ({ file, folder }: GraphItem): boolean => Boolean(file ?? folder);

function toItem({
  id: itemId,
  name,
  eTag,
  size,
  webUrl,
  lastModifiedDateTime,
  parentReference,
  folder,
}: GraphItem): Item {
  const modifiedAt = Date.parse(lastModifiedDateTime ?? '');
  return {
    id: itemId,
    parent: parentReference?.id ?? null,
    isFolder: Boolean(folder),
    title: name ?? '',
    address: webUrl ?? '',
    version: eTag ?? `${lastModifiedDateTime} ${size}`,
    size: size ?? 0,
    modifiedAt: Number.isNaN(modifiedAt) || modifiedAt < 0 ? 0 : modifiedAt,
  };
}

const toChange = (item: GraphItem): Change =>
  item.deleted || !isShown(item) ? { id: item.id, isDeleted: true } : toItem(item);

const isToResync = (error: unknown): boolean => error instanceof DirectoryError && error.status === 410;

/** @param permission that opens these drives */
export function createLibraryGraph(
  graph: Pick<GraphClient, 'one' | 'all' | 'changes' | 'downloadAddress'>,
  permission = SELECTED,
): LibraryGraph {
  return {
    async changes(drive, link) {
      const reading = {
        path: `/drives/${encodeURIComponent(drive)}/root/delta`,
        query: { $top: PAGE },
        headers: WITHOUT_PARENTS,
        permission,
      };
      const page = await graph.changes(GraphItem, reading, link).catch((error: unknown) => {
        if (isToResync(error)) return 'resync' as const;
        throw error;
      });
      if (page === null) return 'gone';
      if (page === 'resync') return page;
      const next = page.nextLink ?? page.deltaLink;
      if (next === null) throw new DirectoryError('directory_failed', 'A page of changes leads nowhere.');
      return { changes: page.items.map(toChange), link: next, isLast: page.nextLink === null };
    },
    async item(drive, item) {
      const found = await graph.one(GraphItem, { path: itemPath(drive, item), permission });
      return found && !found.deleted && isShown(found) ? toItem(found) : null;
    },
    permissions: (drive, item) =>
      graph.all(GraphPermission, {
        path: `${itemPath(drive, item)}/permissions`,
        query: { $top: MAX_PAGE },
        permission,
      }),
    addressOf: (drive, item) => graph.downloadAddress({ path: `${itemPath(drive, item)}/content`, permission }),
  };
}
