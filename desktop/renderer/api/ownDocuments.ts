import { NotGranted, type AuthClient, type GraphCall } from '../host.ts';
import type { OwnDocuments, Place } from '../inputs/ownDocuments.ts';
import { ApiProblem } from './apiProblem.ts';

interface GraphItem {
  id: string;
  name?: string;
  displayName?: string;
  webUrl: string;
  folder?: object;
}
interface GraphPage {
  value: GraphItem[];
  '@odata.nextLink'?: string;
}

const toPlace = ({ id, displayName, name, webUrl }: GraphItem): Place => ({
  id,
  name: displayName || name || webUrl,
  address: webUrl,
});

export function createOwnDocuments(askGraph: AuthClient['askGraph']): OwnDocuments {
  async function ask<Body>(call: GraphCall): Promise<Body | null> {
    const response = await askGraph(call);
    if (response.status === 404) return null;
    if (response.status === 403) throw new NotGranted();
    if (!response.ok) throw problemOf(response.status);
    return (await response.json()) as Body;
  }
  const get = <Body>(path: string) => ask<Body>({ method: 'GET', path });
  const listed = async (path: string): Promise<Place[]> => ((await get<GraphPage>(path))?.value ?? []).map(toPlace);

  return {
    async sites(words) {
      const address = siteAddress(words);
      if (address === null) return listed(`/sites?search=${encodeURIComponent(words)}`);
      const found = await get<GraphItem>(`/sites/${address}`);
      return found ? [toPlace(found)] : [];
    },
    librariesOf: (siteId) => listed(`/sites/${siteId}/drives`),
    async itemsIn(libraryId, folderId, pageToken) {
      const folder = folderId === null ? 'root' : `items/${folderId}`;
      const page = pageToken === null ? '' : `?$skiptoken=${encodeURIComponent(pageToken)}`;
      const body = await get<GraphPage>(`/drives/${libraryId}/${folder}/children${page}`);
      const items = (body?.value ?? []).map((item) => ({ ...toPlace(item), isFolder: item.folder !== undefined }));
      return { items, next: tokenIn(body?.['@odata.nextLink']) };
    },
    async driveHost() {
      const drive = await get<{ webUrl: string }>('/me/drive?$select=webUrl');
      if (!drive) throw new NotGranted(); // guests have none
      return new URL(drive.webUrl).host;
    },
    async putIntoDrive(file, sending) {
      const name = encodeURIComponent(driveName(file.name));
      const path = `/me/drive/special/approot:/${name}:/content?@microsoft.graph.conflictBehavior=rename`;
      const item = await ask<GraphItem>({ method: 'PUT', path, file, sending });
      if (!item) throw new NotGranted();
      return { url: item.webUrl, name: item.name ?? file.name };
    },
  };
}

/**
 * `https://contoso.sharepoint.com/sites/a/Documents/…` becomes Graph's site address: `contoso.sharepoint.com:/sites/a`.
 */
export function siteAddress(words: string): string | null {
  if (!/^https:\/\//i.test(words) || !URL.canParse(words)) return null;
  const { host, pathname } = new URL(words);
  const [, kind, name] = /^\/(sites|teams)\/([^/]+)/i.exec(pathname) ?? [];
  return kind === undefined ? null : `${host}:/${kind}/${name}`;
}

/** A valid OneDrive file name; replaces other characters. */
export const driveName = (name: string): string =>
  name
    .replace(/["*:<>?/\\|#%\p{Cc}]/gu, '_')
    .replace(/^[\s.~]+|[\s.]+$/g, '')
    .slice(-200) || 'file';

const tokenIn = (link: string | undefined): string | null =>
  link === undefined ? null : new URL(link).searchParams.get('$skiptoken');

function problemOf(status: number): ApiProblem {
  if (status === 507) return new ApiProblem('storage_full', status, 'the drive is full');
  if (status === 413) return new ApiProblem('payload_too_large', status, 'the file is too large');
  return new ApiProblem(
    status === 429 || status >= 500 ? 'unavailable' : 'malformed',
    status,
    'Microsoft Graph refuses',
  );
}
