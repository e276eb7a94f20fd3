/** Calls that touch the database of what only administrators do with settings. @param url where the server is */
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
  'GET /deliveries': { by, path: '/deliveries' },
});

/** Those that touch none. */
export const trialCalls = (
  by: string,
  address: string,
): Record<string, { by: string; path: string; body?: unknown }> => ({
  'POST /settings/providers/:channel/test': { by, path: '/settings/providers/email/test' },
  'GET /settings/health': { by, path: '/settings/health' },
  'POST /setup/client-check': { by, path: '/setup/client-check', body: { address } },
  'POST /setup/server-check': { by, path: '/setup/server-check', body: {} },
  'POST /setup/administrator': {
    by,
    path: '/setup/administrator',
    body: { administrator: { kind: 'group', reference: 'Legal' } },
  },
});
