import type { FastifyInstance } from 'fastify';
import type { SiteConnection, SiteGrantList, SiteList } from '../../../contract/documents.ts';
import { searchRoutes } from './searchRoutes.ts';

const LONG = 'a-site-with-a-name-that-nobody-would-ever-type-'.repeat(3);
const site = (id: string, name: string) => ({ id, name, address: `https://sandbox.sharepoint.com/sites/${id}` });

/** One with libraries, one with a long name and none, one that cannot be read any more. */
const sites: SiteList = {
  items: [
    {
      ...site('handbook', 'Company handbook'),
      libraries: ['Documents', 'Forms'].map((name) => ({ id: name, name, address: 'https://sandbox.sharepoint.com/' })),
      fault: null,
    },
    { ...site(LONG, LONG), libraries: [], fault: null },
    { ...site('legal', 'Legal'), libraries: [], fault: { id: 'siteNotGranted', values: {} } },
  ],
  total: 120,
  reach: 'selected',
};

const grants: SiteGrantList = {
  items: [
    { ...site('handbook', 'Company handbook'), roles: ['read'], grantedAt: '2026-02-27T09:30:00.000Z' },
    { ...site('legal', 'Legal'), roles: [], grantedAt: '2026-01-01T09:30:00.000Z' },
  ],
};

const well = { fault: null, consentUrl: null };
/** One that works, and one that nobody has consented to. */
const connections: Record<string, SiteConnection> = {
  docSite: {
    checkedAt: '2026-02-27T09:30:00.000Z',
    checks: (['settings', 'tenant', 'credentials', 'permissions', 'sites'] as const).map((check) => ({
      check,
      ...well,
    })),
    permission: 'Sites.Selected',
    siteCount: 2,
  },
  entitlement: {
    checkedAt: '2026-02-27T09:30:00.000Z',
    checks: [
      { check: 'settings', ...well },
      { check: 'tenant', ...well },
      { check: 'credentials', ...well },
      {
        check: 'permissions',
        fault: { id: 'consentMissing', values: { missing: 'Sites.FullControl.All' } },
        consentUrl: 'https://login.test/adminconsent',
      },
    ],
    permission: null,
    siteCount: null,
  },
};

/** Document sites, which stay as they are, and documents to be found. */
export function documentRoutes(api: FastifyInstance): void {
  searchRoutes(api);
  api.get('/admin/documents/sites', () => sites);
  api.get('/admin/documents/grants', () => grants);
  api.post<{ Body: { registration: string } }>('/admin/documents/check', ({ body }) => connections[body.registration]);
  api.put('/admin/documents/api-key', () => ({ key: `handback_${'x'.repeat(43)}` }));
}
