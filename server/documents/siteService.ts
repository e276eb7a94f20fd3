import pMap from 'p-map';
import type { Knex } from 'knex';
import { MOST_SITES_SHOWN, type Library, type Site, type SiteList, type SiteView } from '../../contract/documents.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import { check } from '../foundation/errors.ts';
import { DirectoryError } from '../people/identity/directoryError.ts';
import { withConnection, type Connection, type Connections } from './connections.ts';
import type { SiteGraph } from './siteGraph.ts';
import { reachOf } from './siteRules.ts';
import { listKnownSites } from './siteStore.ts';

/** The sites that the document-site registration can read, and their libraries (behaviour 5.3 C). */
export interface SiteService {
  /**
   * The first sites, with their libraries. A granted site that can no longer be read says why.
   * @throws ProblemError `registration_unusable`, `unavailable`
   */
  listSites(): Promise<SiteList>;
  /** How many sites there are. @param granted permissions of the registration @throws DirectoryError */
  countSites(connection: Connection, granted: readonly string[]): Promise<number>;
}

interface Parts {
  connections: Connections;
  reader: Knex;
}

const CONCURRENT_READS = 4;

/** A fault of one site that does not affect the others. */
function ofThisSite(error: unknown): FailedCheck {
  if (error instanceof DirectoryError && error.status === 403) return check('siteNotGranted');
  throw error;
}

/** All sites with a permission for all, otherwise those granted here. @throws DirectoryError */
export const sitesWithin = (reach: SiteList['reach'], sites: SiteGraph, reader: Knex): Promise<Site[]> =>
  reach === 'all' ? sites.all() : listKnownSites(reader);

export function createSiteService({ connections, reader }: Parts): SiteService {
  /** With its current name. */
  async function view({ id, name, address }: Site, sites: SiteGraph): Promise<SiteView> {
    const read = async (): Promise<{ site: Site | null; libraries: Library[] | null }> => {
      const site = await sites.find({ kind: 'id', id });
      return { site, libraries: site && (await sites.librariesOf(id)) };
    };
    const found = await read().catch(ofThisSite);
    if ('values' in found) return { id, name, address, libraries: [], fault: found };
    const { site, libraries } = found;
    const fault = site === null || libraries === null ? check('siteUnknown') : null;
    return { id, name, address, ...site, libraries: libraries ?? [], fault };
  }

  return {
    async listSites() {
      const connection = connections.open('docSite');
      return withConnection(connection, async (sites) => {
        const reach = reachOf(await connection.registration.grantedPermissions());
        const all = await sitesWithin(reach, sites, reader);
        const items = await pMap(all.slice(0, MOST_SITES_SHOWN), (site) => view(site, sites), {
          concurrency: CONCURRENT_READS,
        });
        return { items, total: all.length, reach };
      });
    },

    async countSites({ name, sites }, granted) {
      if (name === 'entitlement') return (await sites.all()).length;
      const reach = reachOf(granted);
      const all = await sitesWithin(reach, sites, reader);
      if (reach === 'all') return all.length;
      const views = await pMap(all, (site) => view(site, sites), { concurrency: CONCURRENT_READS });
      return views.filter(({ fault }) => fault === null).length;
    },
  };
}
