import { z } from 'zod';
import { FailedCheck } from './problem.ts';

/** The registration that reads document sites, and the one that grants it access to them (behaviour 5.3 C). */
export const SITE_REGISTRATIONS = ['docSite', 'entitlement'] as const;
export const SiteRegistrationName = z.enum(SITE_REGISTRATIONS);
export type SiteRegistrationName = z.infer<typeof SiteRegistrationName>;

/** The checks, in order; a check that depends on a failed one is skipped. */
export const CONNECTION_CHECKS = ['settings', 'tenant', 'credentials', 'permissions', 'sites'] as const;

export const ConnectionCheck = z.object({
  check: z.enum(CONNECTION_CHECKS),
  fault: FailedCheck.nullable().describe('the fault, or null'),
  consentUrl: z.string().nullable().describe('where an administrator of the tenant can consent, if that helps'),
});
export type ConnectionCheck = z.infer<typeof ConnectionCheck>;

export const SiteConnectionBody = z
  .strictObject({ registration: SiteRegistrationName })
  .meta({ id: 'SiteConnectionBody' });
export type SiteConnectionBody = z.infer<typeof SiteConnectionBody>;

export const SiteConnection = z
  .object({
    checkedAt: z.string(),
    checks: z.array(ConnectionCheck),
    permission: z.string().nullable().describe('the permission that gives it access to sites; null: none was found'),
    siteCount: z.int().nullable().describe('how many sites it may read; null: not checked'),
  })
  .meta({ id: 'SiteConnection' });
export type SiteConnection = z.infer<typeof SiteConnection>;

/** A site of the tenant. */
export const Site = z.object({
  id: z.string().describe('id in Microsoft Graph'),
  name: z.string(),
  address: z.string(),
});
export type Site = z.infer<typeof Site>;

/** A document library of a site. */
export const Library = z.object({ id: z.string().describe('id of its drive'), name: z.string(), address: z.string() });
export type Library = z.infer<typeof Library>;

export const SiteView = Site.extend({
  libraries: z.array(Library),
  fault: FailedCheck.nullable().describe('why its libraries cannot be read, or null'),
}).meta({ id: 'SiteView' });
export type SiteView = z.infer<typeof SiteView>;

/** The most sites that are shown with their libraries. */
export const MOST_SITES_SHOWN = 100;

export const SiteList = z
  .object({
    items: z.array(SiteView).max(MOST_SITES_SHOWN),
    total: z.int().describe('how many there are'),
    reach: z.enum(['all', 'selected']).describe('whether all sites of the tenant may be read, or only granted ones'),
  })
  .meta({ id: 'SiteList' });
export type SiteList = z.infer<typeof SiteList>;

/** A site as people enter it: its address or its id. */
const site = z.string().trim().min(1).max(2000);

export const SiteGrantBody = z.strictObject({ site }).meta({ id: 'SiteGrantBody' });
export type SiteGrantBody = z.infer<typeof SiteGrantBody>;

export const SiteGrantQuery = z.strictObject({ site });
export const SiteGrantListQuery = SiteGrantQuery.partial();
export type SiteGrantListQuery = z.infer<typeof SiteGrantListQuery>;

/** The access of the document-site registration to one site. */
export const SiteGrantView = Site.extend({
  roles: z.array(z.string()).describe('empty: no access'),
  grantedAt: z.string().nullable().describe('when it was granted here; null: not granted here'),
}).meta({ id: 'SiteGrantView' });
export type SiteGrantView = z.infer<typeof SiteGrantView>;

export const SiteGrantList = z.object({ items: z.array(SiteGrantView) }).meta({ id: 'SiteGrantList' });
export type SiteGrantList = z.infer<typeof SiteGrantList>;

/** Creating a key takes no parameters. */
export const ApiKeyBody = z.strictObject({}).meta({ id: 'ApiKeyBody' });

/** The key with which scripts grant sites. It is shown only once. */
export const ApiKeyView = z.object({ key: z.string() }).meta({ id: 'ApiKeyView' });
export type ApiKeyView = z.infer<typeof ApiKeyView>;

/** The scheme of such a key: `Authorization: ApiKey …`. */
export const API_KEY_SCHEME = 'ApiKey';
