import type { SiteGrantList, SiteGrantView } from '../../contract/documents.ts';
import type { Config } from '../../server/foundation/config.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { readTenant, type Tenant } from '../../sandbox/tenant.ts';
import { clientOf, type Answered, type Client } from '../support/product.ts';

/** No variable sets anything of the document sites, so that tests can. */
export const UNSET: Partial<Config> = { docSiteClientId: null, docSiteClientSecret: null };

/** A tenant whose document-site registration has these permissions. */
export function tenantWith(...roles: string[]): Tenant {
  const tenant = readTenant();
  tenant.registrations.docSite.application = { graph: roles };
  return tenant;
}

/** Settings that make both registrations work. */
export function validSettings({ tenant: { registrations } }: Pick<Sandbox, 'tenant'>) {
  const { docSite, entitlement } = registrations;
  return {
    docSiteClientId: docSite.clientId,
    docSiteClientSecret: docSite.secret,
    docSiteAdminClientId: entitlement.clientId,
    docSiteAdminClientSecret: entitlement.secret,
  };
}

export const addressOf = ({ tenant }: Pick<Sandbox, 'tenant'>, key: string): string =>
  tenant.sites.find((each) => each.key === key)!.webUrl;
export const siteIdOf = ({ tenant }: Pick<Sandbox, 'tenant'>, key: string): string =>
  tenant.sites.find((each) => each.key === key)!.id;

/** Calls about grants, by a person or a script. */
export const granting = (client: Client) => ({
  show: (site: string) => client.call<SiteGrantList>('GET', `/admin/documents/grants?${new URLSearchParams({ site })}`),
  list: () => client.call<SiteGrantList>('GET', '/admin/documents/grants'),
  grant: (site: string) => client.call<SiteGrantView>('POST', '/admin/documents/grants', { site }),
  revoke: (site: string) =>
    client.call<SiteGrantView>('DELETE', `/admin/documents/grants?${new URLSearchParams({ site })}`),
});

/** Calls the API with a key instead of a person. */
export const scriptOf = (url: string, key: string): Client => {
  const { call } = clientOf(url, '');
  return {
    call: <Body>(method: string, path: string, body?: unknown): Promise<Answered<Body>> =>
      call<Body>(method, path, body, { authorization: `ApiKey ${key}` }),
  };
};
