import type { Knex } from 'knex';
import { z } from 'zod';
import { drivesInUse, filesAmong, filesSince, type UsedDrive } from '../../files/driveFiles.ts';
import { FILES } from '../../files/driveGraph.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import type { GraphClient } from '../../people/directory/graphClient.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import type { IndexFault } from '../../../contract/indexing.ts';
import { accessOf } from './accessRules.ts';
import type { Change, DocumentSource, Item, DocumentCollection } from './documentSource.ts';
import { contentOf } from './download.ts';
import type { LibraryGraph } from './libraryGraph.ts';

interface Parts {
  /** Drives, accessed by the server registration. */
  drives: LibraryGraph;
  graph: Pick<GraphClient, 'one'>;
  reader: Knex;
  /** With a timeout long enough for large files. */
  contentFetch: Fetch;
  now(): number;
}

/** Graph may report a file before its row has its item id; an upload takes at most this long. */
const OVERLAP_MS = 60 * 60_000;
const Drive = z.object({ id: z.string(), webUrl: z.string() });

/**
 * Files of answers in people's drives (behaviour 5.6): only files we put there, and only for those who may read them
 * there. Graph reports the changes of whole drives only; everything else in them is ignored.
 */
export function createAppFolderSource({ drives, graph, reader, contentFetch, now }: Parts): DocumentSource {
  const addresses = new Map<string, string>();

  /** @throws DirectoryError */
  async function addressOf({ person, driveId }: UsedDrive): Promise<string | null> {
    const known = addresses.get(driveId);
    if (known !== undefined) return known;
    const path = `/users/${encodeURIComponent(person)}/drive`;
    const drive = await graph.one(Drive, { path, query: { $select: 'id,webUrl' }, permission: FILES });
    if (drive?.id !== driveId) return null;
    addresses.set(driveId, drive.webUrl);
    return drive.webUrl;
  }

  /** Files that were reported before their row had their item id. */
  async function latecomers(drive: string, since: number, told: ReadonlySet<string>): Promise<Item[]> {
    const ids = (await filesSince(reader, drive, since - OVERLAP_MS)).filter((id) => !told.has(id));
    const items: Item[] = [];
    for (const id of ids) items.push(...[(await drives.item(drive, id)) ?? []].flat());
    return items;
  }

  return {
    kind: 'appFolder',
    async list() {
      const places: DocumentCollection[] = [];
      const unknownSites = new Set<string>();
      const lostSites = new Map<string, IndexFault>();
      for (const used of await drivesInUse(reader)) {
        const address = await addressOf(used).catch(faultOf);
        if (address === 'unavailable') unknownSites.add(used.person);
        else if (address === null || address === 'sourceGone') lostSites.set(used.person, 'sourceGone');
        else places.push(toPlace(used, address));
      }
      return { places, unknownSites, lostSites };
    },
    async changes(drive, link) {
      const at = now();
      const { since, rest } = readLink(link, at);
      const page = await drives.changes(drive, rest);
      if (page === 'gone' || page === 'resync') return page;
      const ids = page.changes.map(({ id }) => id);
      const ours = await filesAmong(reader, drive, ids);
      const changes = page.changes.filter((change) => 'isDeleted' in change || ours.has(change.id)).map(alone);
      if (!page.isLast) return { changes, link: toLink(since, page.link), isLast: false };
      const late = await latecomers(drive, since, new Set(ids));
      return { changes: [...changes, ...late.map(alone)], link: toLink(at, page.link), isLast: true };
    },
    async item(drive, id) {
      const item = await drives.item(drive, id);
      return item && { ...item, parent: null };
    },
    async access(drive, id) {
      const permissions = await drives.permissions(drive, id);
      return permissions && accessOf(permissions, now());
    },
    content: (drive, item) => contentOf(drives, contentFetch, drive, item, now()),
  };
}

/** Their folders are not indexed, so they have no parent. */
const alone = (change: Change): Change => ('isDeleted' in change ? change : { ...change, parent: null });

const toPlace = ({ person, driveId: id }: UsedDrive, address: string): DocumentCollection => ({
  id,
  site: person,
  siteName: decodeURIComponent(new URL(address).pathname.split('/')[2] ?? person),
  title: 'Handback',
  address,
});

/** Our link: since when files have been reported, and Graph's own link. */
const toLink = (since: number, rest: string): string => `${since} ${rest}`;

/** A walk from the start reports everything that exists when it starts. */
function readLink(link: string | null, now: number): { since: number; rest: string | null } {
  if (link === null) return { since: now, rest: null };
  const space = link.indexOf(' ');
  return { since: Number(link.slice(0, space)), rest: link.slice(space + 1) };
}

/** The fault of a drive; `unavailable` if it may be temporary. */
function faultOf(error: unknown): 'sourceGone' | 'unavailable' {
  if (!(error instanceof DirectoryError)) throw error;
  return error.status === 403 || error.status === 404 ? 'sourceGone' : 'unavailable';
}
