import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Tenant, TenantReader, TenantSite } from '../tenant.ts';
import type { Question } from './answers.ts';
import type { Library } from './library.ts';
import type { DriveStore } from './personalDrives.ts';
import type { SiteAccess } from './siteAccess.ts';

/** What the routes below `/sites` and `/drives` share. */
export interface SiteParts {
  tenant: Tenant;
  libraries: Map<string, { site: TenantSite; library: Library }>;
  /** The people's drives, in addition to the libraries. */
  drives: DriveStore;
  access: SiteAccess;
  questionOf(request: FastifyRequest): Question;
  secret: Buffer;
  now(): number;
}

/** A reader in Graph's format: a person, a group or an organisation link. */
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
