import type { SettingValues } from '../../foundation/settings/settingTable.ts';

/** The registrations the product requires (behaviour 5.3 A and B). */
export interface Registrations {
  tenantId: string;
  clientId: string;
  directoryClientId: string;
  /** Null with a managed identity. */
  directoryClientSecret: string | null;
  directoryAuthType: SettingValues['directoryAuthType'];
}

/** The settings that define them. */
export const REGISTRATION_SETTINGS = [
  'clientId',
  'tenantId',
  'directoryClientId',
  'directoryClientSecret',
  'directoryAuthType',
] as const;

type Given = Pick<SettingValues, (typeof REGISTRATION_SETTINGS)[number]>;

const WORDS: [keyof Given, string][] = [
  ['tenantId', 'TENANT_ID: the directory tenant that people sign in to'],
  ['clientId', 'CLIENT_ID: the client registration (single-page app) that people sign in with'],
  ['directoryClientId', 'DIRECTORY_CLIENT_ID: the server registration that reads the directory'],
];
const SECRET =
  'DIRECTORY_CLIENT_SECRET: the secret of the server registration (or DIRECTORY_AUTH_TYPE=managedSystemIdentity)';

/** The product cannot run yet: it has to be set up. */
export class NotSetUp extends Error {
  constructor(readonly missing: string[]) {
    super(`Not set up:\n${missing.map((each) => `  - ${each}`).join('\n')}`);
    this.name = 'NotSetUp';
  }
}

function missingOf(values: Given): string[] {
  const { directoryAuthType, directoryClientSecret } = values;
  const missing = WORDS.filter(([name]) => values[name] === null).map(([, words]) => words);
  return directoryAuthType === 'clientCredentials' && directoryClientSecret === null ? [...missing, SECRET] : missing;
}

/** @throws NotSetUp naming what is missing */
export function registrationsOf(values: Given): Registrations {
  const { tenantId, clientId, directoryClientId, directoryClientSecret, directoryAuthType } = values;
  const missing = missingOf(values);
  if (missing.length > 0) throw new NotSetUp(missing);
  return {
    tenantId: tenantId!,
    clientId: clientId!,
    directoryClientId: directoryClientId!,
    directoryClientSecret,
    directoryAuthType,
  };
}

/** Whether the product can run on these settings. */
export const isRegistered = (values: Given): boolean => missingOf(values).length === 0;
