import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GRAPH } from '../identity/scopes.ts';
import type { TenantSite } from '../tenant.ts';
import { badRequest, GraphError } from './graphError.ts';
import type { Library, LibraryItem } from './library.ts';
import { itemNotFound } from './siteAccess.ts';
import { showReader, type SiteParts } from './siteParts.ts';

export interface LibraryRef {
  site: TenantSite;
  library: Library;
  /** A personal drive. */
  isPersonal?: boolean;
}

const MEDIA_TYPES: Record<string, string> = {
  csv: 'text/csv',
  html: 'text/html',
  md: 'text/markdown',
  txt: 'text/plain',
};
const mediaType = (path: string): string => MEDIA_TYPES[path.split('.').at(-1)!] ?? 'application/octet-stream';
const nameOf = (path: string): string => (path === '' ? 'root' : path.split('/').at(-1)!);
const webUrlOf = ({ site, library }: LibraryRef, path: string) =>
  `${site.webUrl}/${encodeURIComponent(library.name)}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The origin of download URLs, which need no token and are valid for a while. */
export const DOWNLOAD_ORIGIN = 'https://sandbox.sharepoint.com';
const DOWNLOAD_PATH = '/_layouts/15/download.aspx';
const DOWNLOAD_MS = 60 * 60_000;

/** Includes the path only for a request by id; delta lists name the parent without its path. */
export function showItem(shelf: LibraryRef, item: LibraryItem, withPath: boolean): Record<string, unknown> {
  const { site, library } = shelf;
  const { id, path, content, size, change, createdAt, changedAt, isDeleted } = item;
  const parent = path === '' ? null : library.parentOf(item);
  const parentReference = {
    driveId: library.id,
    driveType: shelf.isPersonal ? 'business' : 'documentLibrary',
    siteId: site.id,
    ...(parent && { id: parent.id }),
    ...(parent && withPath && { path: `/drives/${library.id}/root:${parent.path === '' ? '' : `/${parent.path}`}` }),
  };
  if (isDeleted) return { id, deleted: { state: 'deleted' }, parentReference };
  return {
    id,
    name: nameOf(path),
    eTag: `"{${id}},${change}"`,
    cTag: `"c:{${id}},${change}"`,
    size,
    webUrl: webUrlOf(shelf, path),
    createdDateTime: new Date(createdAt).toISOString(),
    lastModifiedDateTime: new Date(changedAt).toISOString(),
    parentReference,
    ...(path === '' && { root: {} }),
    ...(content
      ? { file: { mimeType: mediaType(path) } }
      : { folder: { childCount: library.childrenOf(item).length } }),
  };
}

const MOST_CHANGES = 200;

/** A reader's position in the changes of a library. */
interface Mark {
  after: number;
  /** The start of the initial read, which omits items deleted before; null: a later read. */
  beganAt: number | null;
}

/** A page of changes, with a link to the next page or to later changes. */
function changes(shelf: LibraryRef, url: URL, secret: Buffer) {
  const { library } = shelf;
  const seal = (body: string) => createHmac('sha256', secret).update(`${library.id} ${body}`).digest('base64url');
  const link = (mark: Mark) => {
    const body = Buffer.from(JSON.stringify(mark)).toString('base64url');
    const query = new URLSearchParams({ token: `${body}.${seal(body)}` });
    const top = url.searchParams.get('$top');
    return `${GRAPH}${url.pathname}?${query}${top === null ? '' : `&$top=${top}`}`;
  };
  const read = (token: string): Mark => {
    const [body = '', mac] = token.split('.');
    if (mac !== seal(body)) throw badRequest('The token is not one of this drive.');
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as Mark;
  };

  const token = url.searchParams.get('token');
  if (token === 'latest') return deltaOf([], { deltaLink: link({ after: library.changes(), beganAt: null }) });
  const mark = token === null ? { after: 0, beganAt: library.changes() } : read(token);
  if (mark.after > 0 && mark.after < library.horizon())
    throw new GraphError(410, 'resyncRequired', 'Resync required. Replace any local items with the server’s version.', {
      location: link({ after: 0, beganAt: library.changes() }),
    });
  const size = Math.min(Number(url.searchParams.get('$top') ?? MOST_CHANGES) || MOST_CHANGES, MOST_CHANGES);
  const left = library
    .items()
    .filter((item) => item.change > mark.after && !(item.isDeleted && item.change <= (mark.beganAt ?? 0)));
  const shown = left.slice(0, size);
  const items = shown.map((item) => showItem(shelf, item, false));
  if (left.length > size) return deltaOf(items, { nextLink: link({ ...mark, after: shown.at(-1)!.change }) });
  return deltaOf(items, { deltaLink: link({ after: library.changes(), beganAt: null }) });
}

const deltaOf = (value: unknown[], links: { nextLink?: string; deltaLink?: string }) => ({
  '@odata.context': `${GRAPH}/v1.0/$metadata#Collection(driveItem)`,
  ...Object.fromEntries(Object.entries(links).map(([name, link]) => [`@odata.${name}`, link])),
  value,
});

/** Temporary download URLs, one per item. */
function downloads({ libraries, drives, secret, now }: SiteParts) {
  const seal = (drive: string, item: string, until: string) =>
    createHmac('sha256', secret).update(`download ${drive} ${item} ${until}`).digest('base64url');
  return {
    addressOf(drive: string, item: string): string {
      const until = String(now() + DOWNLOAD_MS);
      const query = new URLSearchParams({ drive, item, until, seal: seal(drive, item, until) });
      return `${DOWNLOAD_ORIGIN}${DOWNLOAD_PATH}?${query}`;
    },
    read(url: URL): LibraryItem | null {
      const [drive, item, until, mac] = ['drive', 'item', 'until', 'seal'].map(
        (name) => url.searchParams.get(name) ?? '',
      ) as [string, string, string, string];
      if (mac !== seal(drive, item, until) || Number(until) < now()) return null;
      return (libraries.get(drive) ?? drives.byId(drive))?.library.find(item) ?? null;
    },
  };
}

/** Below `/drives`: a library's items, changes and permissions. */
export function libraryRoutes(app: FastifyInstance, parts: SiteParts): void {
  const { tenant, libraries, drives, access, questionOf, secret } = parts;
  const shelfOf = (request: FastifyRequest): LibraryRef => {
    const { drive } = request.params as { drive: string };
    const own = drives.byId(drive);
    if (own) {
      questionOf(request).require('drive');
      return { ...own, isPersonal: true };
    }
    const shelf = libraries.get(drive);
    access.requireRead(questionOf(request).caller, shelf?.site);
    return shelf!;
  };
  const itemOf = (request: FastifyRequest) => {
    const shelf = shelfOf(request);
    const item = shelf.library.find((request.params as { item: string }).item);
    if (!item) throw itemNotFound();
    return { shelf, item };
  };
  const { addressOf } = downloads(parts);

  app.get('/drives/:drive/root/delta', async (request) =>
    changes(shelfOf(request), new URL(request.url, 'http://graph'), secret),
  );
  app.get('/drives/:drive/items/:item', async (request) => {
    const { shelf, item } = itemOf(request);
    return showItem(shelf, item, true);
  });
  const childrenOf = (request: FastifyRequest, shelf: LibraryRef, folder: LibraryItem) => {
    const { caller, pageOf } = questionOf(request);
    const seen = shelf.library
      .childrenOf(folder)
      .filter(({ readers }) => readers === null || access.reaches(caller, readers));
    return pageOf(seen, (child) => showItem(shelf, child, true));
  };
  app.get('/drives/:drive/root/children', async (request) => {
    const shelf = shelfOf(request);
    return childrenOf(request, shelf, shelf.library.find(null)!);
  });
  app.get('/drives/:drive/items/:item/children', async (request) => {
    const { shelf, item } = itemOf(request);
    return childrenOf(request, shelf, item);
  });
  app.get('/drives/:drive/items/:item/content', async (request, reply) => {
    const { shelf, item } = itemOf(request);
    if (item.content === null) throw badRequest('A folder has no content.');
    return reply.redirect(addressOf(shelf.library.id, item.id), 302);
  });
  app.get('/drives/:drive/items/:item/permissions', async (request) => {
    const { shelf, item } = itemOf(request);
    const inheritedFrom = item.readers === null ? { inheritedFrom: { driveId: shelf.library.id } } : {};
    return questionOf(request).pageOf(shelf.library.readersOf(item) ?? shelf.site.readers, (reader) => ({
      ...showReader(tenant, reader, webUrlOf(shelf, item.path)),
      ...inheritedFrom,
    }));
  });
}

/** Downloads, on another host without tokens. */
export function downloadRoutes(app: FastifyInstance, parts: SiteParts): void {
  const { read } = downloads(parts);
  app.get(DOWNLOAD_PATH, async (request, reply) => {
    const item = read(new URL(request.url, DOWNLOAD_ORIGIN));
    if (!item?.content) return reply.code(401).send();
    return reply.type(mediaType(item.path)).send(item.content);
  });
}
