import pMap from 'p-map';
import type { Knex } from 'knex';
import type { IndexFault } from '../../../contract/indexing.ts';
import type { Library, Site } from '../../../contract/documents.ts';
import { ProblemError } from '../../foundation/errors.ts';
import type { Fetch } from '../../foundation/http/outbound.ts';
import { DirectoryError } from '../../people/identity/directoryError.ts';
import type { Connection, Connections } from '../connections.ts';
import { reachOf } from '../siteRules.ts';
import { sitesWithin } from '../siteService.ts';
import { accessOf } from './accessRules.ts';
import { SourceNotSetUp, type DocumentSource, type Listing, type DocumentCollection } from './documentSource.ts';
import { contentOf } from './download.ts';

interface Parts {
  connections: Connections;
  reader: Knex;
  /** With a timeout long enough for large files. */
  contentFetch: Fetch;
  now(): number;
}

const CONCURRENT_READS = 4;

/** The libraries of all sites that the document-site registration can read (behaviour 5.6). */
export function createLibrarySource({ connections, reader, contentFetch, now }: Parts): DocumentSource {
  /** @throws SourceNotSetUp */
  function open(): Connection {
    try {
      return connections.open('docSite');
    } catch (error) {
      throw error instanceof ProblemError ? new SourceNotSetUp() : error;
    }
  }

  return {
    kind: 'library',
    async list() {
      const { registration, sites } = open();
      const reach = reachOf(await registration.grantedPermissions());
      const all = await sitesWithin(reach, sites, reader);
      const found = new Listed();
      await pMap(all, async (site) => found.add(site, await sites.librariesOf(site.id).catch(reasonOf)), {
        concurrency: CONCURRENT_READS,
      });
      return found;
    },
    changes: (drive, link) => open().libraries.changes(drive, link),
    item: (drive, id) => open().libraries.item(drive, id),
    async access(drive, id) {
      const permissions = await open().libraries.permissions(drive, id);
      return permissions && accessOf(permissions, now());
    },
    content: (drive, item) => contentOf(open().libraries, contentFetch, drive, item, now()),
  };
}

/** The fault of a site; `unavailable` if it may be temporary. */
function reasonOf(error: unknown): IndexFault {
  if (!(error instanceof DirectoryError)) throw error;
  return error.status === 403 ? 'siteNotGranted' : 'unavailable';
}

class Listed implements Listing {
  readonly places: DocumentCollection[] = [];
  readonly unknownSites = new Set<string>();
  readonly lostSites = new Map<string, IndexFault>();

  add({ id: site, name: siteName }: Site, found: Library[] | IndexFault | null): void {
    if (found === 'unavailable') this.unknownSites.add(site);
    else if (found === null) this.lostSites.set(site, 'siteUnknown');
    else if (typeof found === 'string') this.lostSites.set(site, found);
    else this.places.push(...found.map(({ id, name, address }) => ({ id, site, siteName, title: name, address })));
  }
}
