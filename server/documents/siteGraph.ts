import { z } from 'zod';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { Library, Site } from '../../contract/documents.ts';
import { DirectoryError } from '../people/directory/directory.ts';
import type { GraphClient } from '../people/directory/graphClient.ts';
import { MAX_PAGE } from '../people/directory/odata.ts';
import { CONTROL, pathOfSite, READ_ALL, SELECTED, type SiteReference } from './siteRules.ts';

/** Text from the organisation, without characters that change the direction of the surrounding text. */
const words = z.string().transform(withoutTurns).nullish();
const GraphSite = z.object({ id: z.string(), displayName: words, name: words, webUrl: z.string() });
const GraphDrive = z.object({ id: z.string(), name: words, webUrl: z.string(), driveType: z.string().nullish() });
const Application = z.object({ application: z.object({ id: z.string() }).nullish() });
const GraphPermission = z.object({
  id: z.string(),
  roles: z.array(z.string()).nullish(),
  grantedToIdentitiesV2: z.array(Application).nullish(),
  grantedToIdentities: z.array(Application).nullish(),
});
type GraphPermission = z.infer<typeof GraphPermission>;

/** An application's access to a site. */
export interface Grant {
  id: string;
  roles: string[];
}

/** Document sites through Microsoft Graph (behaviour 5.3 C). Every function throws DirectoryError. */
export interface SiteGraph {
  /** All sites of the tenant; needs a permission for all of them. */
  all(): Promise<Site[]>;
  /** Null: this tenant has no such site. */
  find(reference: SiteReference): Promise<Site | null>;
  /** Null: there is no such site. @param siteId as Graph returns it */
  librariesOf(siteId: string): Promise<Library[] | null>;
  /** The grants of an application. Null: there is no such site. */
  grantsOf(siteId: string, clientId: string): Promise<Grant[] | null>;
  grant(siteId: string, application: { id: string; displayName: string }): Promise<void>;
  revoke(siteId: string, grantId: string): Promise<void>;
}

const SITE = 'id,displayName,name,webUrl';

const toSite = ({ id, displayName, name, webUrl }: z.infer<typeof GraphSite>): Site => ({
  id,
  name: displayName ?? name ?? webUrl,
  address: webUrl,
});

const isOf = ({ grantedToIdentitiesV2, grantedToIdentities }: GraphPermission, clientId: string): boolean =>
  (grantedToIdentitiesV2 ?? grantedToIdentities ?? []).some(({ application }) => application?.id === clientId);

/** Graph's other answer, beside 404, to an unknown host or id. */
const isUnknown = (error: unknown): boolean => error instanceof DirectoryError && error.status === 400;

export function createSiteGraph(graph: Pick<GraphClient, 'one' | 'all' | 'create' | 'remove'>): SiteGraph {
  const permissionsPath = (siteId: string) => `/sites/${encodeURIComponent(siteId)}/permissions`;

  return {
    async all() {
      const reading = { path: '/sites', query: { search: '*', $top: MAX_PAGE }, permission: READ_ALL };
      return ((await graph.all(GraphSite, reading)) ?? []).map(toSite);
    },
    async find(reference) {
      const reading = { path: pathOfSite(reference), query: { $select: SITE }, permission: SELECTED };
      const found = await graph.one(GraphSite, reading).catch((error: unknown) => {
        if (isUnknown(error)) return null;
        throw error;
      });
      return found && toSite(found);
    },
    async librariesOf(siteId) {
      const path = `/sites/${encodeURIComponent(siteId)}/drives`;
      const drives = await graph.all(GraphDrive, { path, query: { $top: MAX_PAGE }, permission: SELECTED });
      return drives && drives.map(({ id, name, webUrl }) => ({ id, name: name ?? webUrl, address: webUrl }));
    },
    async grantsOf(siteId, clientId) {
      const path = permissionsPath(siteId);
      const all = await graph.all(GraphPermission, { path, permission: CONTROL });
      if (all === null) return null;
      const grants: Grant[] = [];
      for (const { id } of all.filter((each) => isOf(each, clientId))) {
        // Lists omit the roles.
        const one = await graph.one(GraphPermission, {
          path: `${path}/${encodeURIComponent(id)}`,
          permission: CONTROL,
        });
        if (one) grants.push({ id, roles: one.roles ?? [] });
      }
      return grants;
    },
    async grant(siteId, application) {
      const body = { roles: ['read'], grantedToIdentities: [{ application }] };
      await graph.create(body, { path: permissionsPath(siteId), permission: CONTROL });
    },
    revoke: (siteId, grantId) =>
      graph.remove({ path: `${permissionsPath(siteId)}/${encodeURIComponent(grantId)}`, permission: CONTROL }),
  };
}
