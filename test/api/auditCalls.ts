/** A call of every audit route: the grants of those who may call it. */
export const auditCalls = (by: string): Record<string, { by: string; path: string }> => ({
  'GET /audit': { by, path: '/audit' },
  'GET /audit.csv': { by, path: '/audit.csv' },
  'GET /audit/state': { by, path: '/audit/state' },
  'POST /audit/verify': { by, path: '/audit/verify' },
});
