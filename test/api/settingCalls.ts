/** Administrators' calls about settings that use the database. @param url where the server is */
export const settingCalls = (
  by: string,
  url: string,
): Record<string, { by: string; path: string; body?: unknown }> => ({
  'GET /settings': { by, path: '/settings' },
  'PATCH /settings': { by, path: '/settings', body: { enableSearchAcl: true } },
  'GET /settings/roles': { by, path: '/settings/roles' },
  'PATCH /settings/providers/:channel': { by, path: '/settings/providers/slack', body: { nativePickers: true } },
  'GET /setup': { by, path: '/setup' },
  'PUT /setup': {
    by,
    path: '/setup',
    body: { address: url, administrator: { kind: 'person', reference: 'ada@sandbox.test' } },
  },
  'PUT /admin/documents/api-key': { by, path: '/admin/documents/api-key', body: {} },
  'DELETE /admin/documents/api-key': { by, path: '/admin/documents/api-key' },
  'GET /admin/documents/indexing': { by, path: '/admin/documents/indexing' },
  'GET /admin/documents/indexing/faults': { by, path: '/admin/documents/indexing/faults?source=library:x' },
  'POST /admin/documents/indexing/read': { by, path: '/admin/documents/indexing/read', body: {} },
  'POST /admin/documents/indexing/read-anew': {
    by,
    path: '/admin/documents/indexing/read-anew',
    body: { source: 'library:x' },
  },
  'GET /deliveries': { by, path: '/deliveries' },
});

/** Those that do not. */
export const trialCalls = (
  by: string,
  address: string,
): Record<string, { by: string; path: string; body?: unknown }> => ({
  'POST /settings/providers/:channel/test': { by, path: '/settings/providers/email/test' },
  'GET /settings/health': { by, path: '/settings/health' },
  'POST /setup/client-check': { by, path: '/setup/client-check', body: { address } },
  'POST /setup/server-check': { by, path: '/setup/server-check', body: {} },
  'POST /admin/documents/check': { by, path: '/admin/documents/check', body: { registration: 'docSite' } },
  'GET /admin/documents/sites': { by, path: '/admin/documents/sites' },
  'GET /admin/documents/grants': { by, path: '/admin/documents/grants' },
  'POST /admin/documents/grants': { by, path: '/admin/documents/grants', body: { site: 'nowhere' } },
  'DELETE /admin/documents/grants': { by, path: '/admin/documents/grants?site=nowhere' },
  'POST /setup/administrator': {
    by,
    path: '/setup/administrator',
    body: { administrator: { kind: 'group', reference: 'Legal' } },
  },
});
