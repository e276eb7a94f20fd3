/** What `npm run build` makes of the server: the source of each program, by the name of its file in `out/server`. */
export const PROGRAMS = {
  serve: 'server/serve.ts',
  migrate: 'server/composition/migrate.ts',
  verifyAudit: 'server/composition/verifyAudit.ts',
  rotateKey: 'server/composition/rotateKey.ts',
  person: 'server/composition/person/person.ts',
  verifyTenant: 'server/composition/verifyTenant.ts',
  grantSite: 'server/composition/grantSite.ts',
  manifests: 'manifests/write.ts',
  sandbox: 'sandbox/start.ts',
};
