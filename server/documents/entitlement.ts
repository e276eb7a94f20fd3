import pMap from 'p-map';
import type { Knex } from 'knex';
import type { Site, SiteGrantView } from '../../contract/documents.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { toIsoOrNull } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, unusable } from '../foundation/errors.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { withConnection, type Connections } from './connections.ts';
import type { SiteGraph } from './siteGraph.ts';
import { readSite, type SiteReference } from './siteRules.ts';
import { listKnownSites, putKnownSite, readKnownSite, removeKnownSite, type KnownSite } from './siteStore.ts';

/** Who grants, and what vouched for them. */
export interface GrantedBy {
  /** A person's id, or `operator`. */
  actor: string;
  verifiedBy: 'session' | 'api_key';
}

/**
 * Grants the document-site registration access to single sites (behaviour 5.3 C), acting as the entitlement
 * registration. A site is given by its address or id. Every function throws ProblemError: `validation_failed` for an
 * invalid site, `registration_unusable`, `unavailable`.
 */
export interface Entitlement {
  /** Sites granted here, with their current state at Microsoft. */
  list(): Promise<SiteGrantView[]>;
  show(site: string): Promise<SiteGrantView>;
  /** Grants read access; an existing grant stays unchanged. */
  grant(site: string, by: GrantedBy): Promise<SiteGrantView>;
  /** Revokes all grants. */
  revoke(site: string, by: GrantedBy): Promise<SiteGrantView>;
}

interface Parts {
  connections: Connections;
  settings(): Pick<SettingValues, 'docSiteClientId'>;
  units: UnitOfWork;
  reader: Knex;
  now(): number;
  /** Called when the set of readable sites has changed. */
  changed(): Promise<void>;
}

const CONCURRENT_READS = 4;
const DISPLAY_NAME = 'Handback documents';

/** @throws ProblemError */
function referenceOf(site: string): SiteReference {
  const reference = readSite(site);
  if (reference === null) throw failed({ site: check('siteForm') });
  return reference;
}

const toView = (site: Site, roles: string[], known: KnownSite | null): SiteGrantView => ({
  id: site.id,
  name: site.name,
  address: site.address,
  roles: [...new Set(roles)],
  grantedAt: toIsoOrNull(known?.grantedAt ?? null),
});

interface Granting {
  sites: SiteGraph;
  /** Of the registration that gets access. */
  clientId: string;
}

const rolesOf = async ({ sites, clientId }: Granting, { id }: Site): Promise<string[]> =>
  ((await sites.grantsOf(id, clientId)) ?? []).flatMap(({ roles }) => roles);

/** @throws ProblemError */
async function existing({ sites }: Granting, reference: SiteReference): Promise<Site> {
  const site = await sites.find(reference);
  if (site === null) throw failed({ site: check('siteUnknown') });
  return site;
}

/** Also finds a deleted site, by our record of its grant. @throws ProblemError */
async function existingOrKnown({ sites }: Granting, reference: SiteReference, reader: Knex): Promise<Site> {
  const site = await sites.find(reference);
  if (site !== null) return site;
  const known = (await listKnownSites(reader)).find(({ id, address }) =>
    reference.kind === 'id' ? id === reference.id : isAt(address, reference),
  );
  if (known === undefined) throw failed({ site: check('siteUnknown') });
  return known;
}

export function createEntitlement(parts: Parts): Entitlement {
  const { connections, settings, reader } = parts;

  /** @throws ProblemError if either registration is missing or refused */
  async function granting<T>(work: (granting: Granting) => Promise<T>): Promise<T> {
    const { docSiteClientId: clientId } = settings();
    if (clientId === null) throw unusable({ docSiteClientId: check('registrationNotSet') });
    return withConnection(connections.open('entitlement'), (sites) => work({ sites, clientId }));
  }

  const { grant, revoke } = changing(parts);
  return {
    list: () =>
      granting(async (asked) =>
        pMap(await listKnownSites(reader), async (known) => toView(known, await rolesOf(asked, known), known), {
          concurrency: CONCURRENT_READS,
        }),
      ),
    async show(site) {
      const reference = referenceOf(site);
      return granting(async (asked) => {
        const found = await existing(asked, reference);
        return toView(found, await rolesOf(asked, found), await readKnownSite(reader, found.id));
      });
    },
    async grant(site, by) {
      const reference = referenceOf(site);
      return granting((asked) => grant(asked, reference, by));
    },
    async revoke(site, by) {
      const reference = referenceOf(site);
      return granting((asked) => revoke(asked, reference, by));
    },
  };
}

type Change = (asked: Granting, reference: SiteReference, by: GrantedBy) => Promise<SiteGrantView>;

/** The record is written after the change at Microsoft: if a call breaks off in between, repeating it writes the record. */
function changing({ units, reader, now, changed }: Parts): Record<'grant' | 'revoke', Change> {
  return {
    async grant(asked, reference, by) {
      const found = await existing(asked, reference);
      const isNew = (await rolesOf(asked, found)).length === 0;
      if (isNew) await asked.sites.grant(found.id, { id: asked.clientId, displayName: DISPLAY_NAME });
      await units.run(async ({ trx }) => {
        const at = now();
        const isFirst = await putKnownSite(trx, { ...found, grantedAt: at });
        if (!isNew && !isFirst) return;
        const detail = { address: found.address, role: 'read' };
        await addToAudit(trx, [{ at, ...by, action: 'site.granted', subject: found.id, detail }]);
      });
      await changed();
      return toView(found, await rolesOf(asked, found), await readKnownSite(reader, found.id));
    },

    async revoke(asked, reference, by) {
      const found = await existingOrKnown(asked, reference, reader);
      const grants = (await asked.sites.grantsOf(found.id, asked.clientId)) ?? [];
      for (const { id } of grants) await asked.sites.revoke(found.id, id);
      await units.run(async ({ trx }) => {
        const wasKnown = await removeKnownSite(trx, found.id);
        if (grants.length === 0 && !wasKnown) return;
        const detail = { address: found.address };
        await addToAudit(trx, [{ at: now(), ...by, action: 'site.revoked', subject: found.id, detail }]);
      });
      await changed();
      return toView(found, await rolesOf(asked, found), null);
    },
  };
}

/** Whether an address is that of the referenced site. */
function isAt(address: string, reference: SiteReference): boolean {
  if (reference.kind !== 'address' || !URL.canParse(address)) return false;
  const { host, pathname } = new URL(address);
  return host === reference.host && pathname.replace(/\/$/, '').toLowerCase() === reference.path.toLowerCase();
}
