import type { SiteRegistrationName } from '../../contract/documents.ts';
import { check, unusable, type ProblemError } from '../foundation/errors.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { DirectoryError } from '../people/identity/directoryError.ts';
import type { ServerRegistration } from '../people/identity/registrations.ts';
import { noCredentials } from '../people/identity/tenantCheckRules.ts';
import type { AskedServer } from '../people/identity/tenantChecks.ts';
import { faultOf } from '../people/identity/tenantFaults.ts';
import type { LibraryGraph } from './indexing/libraryGraph.ts';
import type { SiteGraph } from './siteGraph.ts';
import { missingOf, registrationOf, settingAtFault, signInOf, WANTED } from './siteRules.ts';

/** A registration for document sites, according to the current settings. */
export interface Connection {
  name: SiteRegistrationName;
  asked: AskedServer;
  registration: ServerRegistration;
  sites: SiteGraph;
  libraries: LibraryGraph;
}

export interface Connections {
  /** @throws ProblemError `registration_unusable` if settings are missing */
  open(name: SiteRegistrationName): Connection;
}

interface Parts {
  /** The current settings; each call uses them. */
  settings(): SettingValues;
  /** Opens a registration. @param name for error texts */
  connect(asked: AskedServer, name: string): Pick<Connection, 'registration' | 'sites' | 'libraries'>;
}

const NAMES: Record<SiteRegistrationName, string> = {
  docSite: 'document-site registration',
  entitlement: 'entitlement registration',
};

/** The registrations for document sites (behaviour 5.3 C). Each is opened again when its settings have changed. */
export function createConnections({ settings, connect }: Parts): Connections {
  const opened = new Map<SiteRegistrationName, { madeOf: string; connection: Connection }>();
  return {
    open(name) {
      const signIn = signInOf(name, settings());
      const missing = missingOf(name, signIn);
      if (Object.keys(missing).length > 0) throw unusable(missing);
      const madeOf = JSON.stringify(signIn);
      const before = opened.get(name);
      if (before?.madeOf === madeOf) return before.connection;
      const asked = registrationOf(signIn, signIn.tenantId!);
      const connection = { name, asked, ...connect(asked, NAMES[name]) };
      opened.set(name, { madeOf, connection });
      return connection;
    },
  };
}

/** The problem to report if Microsoft refuses a registration. */
export function problemFor({ name, asked }: Pick<Connection, 'name' | 'asked'>, error: DirectoryError): ProblemError {
  if (error.code !== 'directory_denied') return error.toProblem();
  const fault =
    error.status === null
      ? faultOf(noCredentials(error, asked))
      : error.status === 403
        ? check('consentMissing', { missing: WANTED[name] })
        : check('tenantRefuses', { number: String(error.status) });
  return unusable({ [settingAtFault(name, fault.id)]: fault });
}

/** Uses a registration. @throws ProblemError instead of DirectoryError */
export async function withConnection<T>(connection: Connection, work: (sites: SiteGraph) => Promise<T>): Promise<T> {
  return work(connection.sites).catch((error: unknown) => {
    throw error instanceof DirectoryError ? problemFor(connection, error) : error;
  });
}
