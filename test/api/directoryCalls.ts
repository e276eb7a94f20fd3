const ALAN = '10000000-0000-4000-8000-000000000003';

/** Calls to the directory, to profiles and to the document index. */
export const DIRECTORY_CALLS = {
  'GET /me/profile': { path: '/me/profile' },
  'POST /me/profile': { path: '/me/profile', body: { timeZone: 'Europe/Berlin' } },
  'GET /directory/profiles': { path: `/directory/profiles?ids=${ALAN}` },
  'GET /directory/users': { path: '/directory/users?search=ada' },
  'GET /directory/groups': { path: '/directory/groups?search=legal' },
  'GET /directory/users/:id/manager': { path: `/directory/users/${ALAN}/manager` },
  'POST /search': { path: '/search', body: { query: 'holidays' } },
  'GET /directory/direct-reports': { path: '/directory/direct-reports' },
};
