/** A call of every route of the audit: what whoever may call them is granted. */
export const auditCalls = (by: string): Record<string, { by: string; path: string }> => ({
  'GET /audit': { by, path: '/audit' },
  'GET /audit.csv': { by, path: '/audit.csv' },
  'GET /audit/state': { by, path: '/audit/state' },
  'POST /audit/verify': { by, path: '/audit/verify' },
});
