import type { FastifyInstance } from 'fastify';
import type { FaultyDocumentPage, IndexedSourceList } from '../../../contract/indexing.ts';
import type { SiteConnection, SiteGrantList, SiteList } from '../../../contract/documents.ts';
import { searchRoutes } from './searchRoutes.ts';

const LONG = 'a-site-with-a-name-that-nobody-would-ever-type-'.repeat(3);
const site = (id: string, name: string) => ({ id, name, address: `https://sandbox.sharepoint.com/sites/${id}` });

/** One with libraries, one with a long name and none, one that is no longer readable. */
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
/** One that works, and one without consent. */
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

const MINUTE = '2026-02-27T09:30:00.000Z';
const source = (id: string, title: string) => ({
  id,
  title,
  siteName: 'Company handbook',
  address: `https://sandbox.sharepoint.com/sites/handbook/${title}`,
  state: 'following' as const,
  documents: 1234,
  pending: 0,
  failed: 0,
  walkedAt: MINUTE,
  readAt: MINUTE,
  nextAt: '2026-02-27T09:35:00.000Z',
  fault: null,
});

/** One that is read, one with errors, one that is gone. */
const indexing: IndexedSourceList = {
  items: [
    source('library:1', 'Documents'),
    { ...source('library:2', LONG), state: 'walking', walkedAt: null, pending: 12, failed: 2, fault: 'unavailable' },
    { ...source('library:3', 'Forms'), state: 'gone', documents: 0, nextAt: null, fault: 'siteNotGranted' },
  ],
  total: 3,
  listedAt: MINUTE,
  fault: null,
};

const faults: FaultyDocumentPage = {
  items: [
    { item: '1', title: `${LONG}.pdf`, fault: 'broken', attempts: 0, nextAt: MINUTE },
    { item: '2', title: 'Salaries.xlsx', fault: 'accessUnread', attempts: 3, nextAt: MINUTE },
  ],
  nextCursor: null,
};

/** Document sites, which never change, and searchable documents. */
export function documentRoutes(api: FastifyInstance): void {
  searchRoutes(api);
  api.get('/admin/documents/sites', () => sites);
  api.get('/admin/documents/indexing', () => indexing);
  api.get('/admin/documents/indexing/faults', () => faults);
  api.get('/admin/documents/grants', () => grants);
  api.post('/admin/documents/grants', () => grants.items[0]);
  api.delete('/admin/documents/grants', () => grants.items[0]);
  api.post('/admin/documents/indexing/read', () => null);
  api.post<{ Body: { registration: string } }>('/admin/documents/check', ({ body }) => connections[body.registration]);
  api.put('/admin/documents/api-key', () => ({ key: `handback_${'x'.repeat(43)}` }));
}
