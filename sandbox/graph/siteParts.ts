import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Tenant, TenantReader, TenantSite } from '../tenant.ts';
import type { Question } from './answers.ts';
import type { Library } from './library.ts';
import type { DriveStore } from './personalDrives.ts';
import type { SiteAccess } from './siteAccess.ts';

/** Everything below `/sites` and `/drives`, and what it knows of the tenant. */
export interface SiteParts {
  tenant: Tenant;
  libraries: Map<string, { site: TenantSite; library: Library }>;
  /** Those of people, which stand beside the libraries. */
  drives: DriveStore;
  access: SiteAccess;
  questionOf(request: FastifyRequest): Question;
  secret: Buffer;
  now(): number;
}

/** Who may read something, as Graph tells it: people, groups, and links of the organisation. */
export function showReader({ people, groups }: Tenant, reader: TenantReader, webUrl: string): Record<string, unknown> {
  if ('link' in reader) {
    const link = { scope: 'organization', type: 'view', webUrl, preventsDownload: false };
    return { id: randomUUID(), roles: ['read'], link, hasPassword: false, grantedToIdentitiesV2: [] };
  }
  const kind = 'person' in reader ? 'user' : 'group';
  const found =
    'person' in reader
      ? people.find(({ key }) => key === reader.person)
      : groups.find(({ key }) => key === reader.group);
  const { id, displayName, mail } = found!;
  return {
    id: Buffer.from(`${kind} ${id}`).toString('base64url'),
    roles: ['read'],
    grantedToV2: { [kind]: { id, displayName, email: mail } },
  };
}
