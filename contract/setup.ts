import { z } from 'zod';
import { failsAs } from './failsAs.ts';
import { Guid } from './ids.ts';
import { FailedCheck } from './problem.ts';
import { SettingView } from './settings.ts';

/** The redirect URI of the desktop app, under the platform “Mobile and desktop applications”; any port is accepted. */
export const DESKTOP_REDIRECT_URI = 'http://localhost';

/** The client secret of a registration; surrounding spaces mean that it was copied wrongly. */
export const ClientSecret = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => text === text.trim(), failsAs('spacesAround'));

/** The values for the registrations (behaviour 5.3 A and B). Values left out stay as they are set now. */
export const RegistrationValues = z
  .strictObject({
    tenantId: Guid,
    clientId: Guid,
    directoryClientId: Guid,
    directoryAuthType: z.enum(['clientCredentials', 'managedSystemIdentity']),
    directoryClientSecret: ClientSecret,
  })
  .partial();
export type RegistrationValues = z.infer<typeof RegistrationValues>;

/** The person or group to make administrator. */
export const AdministratorChoice = z.strictObject({
  kind: z.enum(['person', 'group']),
  reference: z.string().trim().min(1).max(320).describe('an object id or an address; for a group also its exact name'),
});
export type AdministratorChoice = z.infer<typeof AdministratorChoice>;

/** The origin of the calling browser, where people are to sign in. */
const address = z.url({ protocol: /^https?$/ }).max(2000);

export const ClientCheckBody = RegistrationValues.pick({ tenantId: true, clientId: true })
  .extend({ address })
  .meta({ id: 'ClientCheckBody' });
export type ClientCheckBody = z.infer<typeof ClientCheckBody>;

export const ServerCheckBody = RegistrationValues.omit({ clientId: true }).meta({ id: 'ServerCheckBody' });
export type ServerCheckBody = z.infer<typeof ServerCheckBody>;

export const FindAdministratorBody = ServerCheckBody.extend({ administrator: AdministratorChoice }).meta({
  id: 'FindAdministratorBody',
});
export type FindAdministratorBody = z.infer<typeof FindAdministratorBody>;

export const SetupBody = RegistrationValues.extend({ address, administrator: AdministratorChoice.optional() }).meta({
  id: 'SetupBody',
});
export type SetupBody = z.infer<typeof SetupBody>;

export const REGISTRATION_CHECKS = [
  'tenant',
  'client',
  'redirectUri',
  'api',
  'credentials',
  'permissions',
  'directory',
] as const;

/** The result of one check of the tenant. */
export const RegistrationCheck = z.object({
  check: z.enum(REGISTRATION_CHECKS),
  fault: FailedCheck.nullable().describe('the fault, or null'),
  unavailable: z.array(z.string()).describe('missing permissions that some features need'),
  consentUrl: z.string().nullable().describe('where an administrator of the tenant can consent, if that helps'),
});
export type RegistrationCheck = z.infer<typeof RegistrationCheck>;

export const RegistrationChecks = z.object({ checks: z.array(RegistrationCheck) }).meta({ id: 'RegistrationChecks' });
export type RegistrationChecks = z.infer<typeof RegistrationChecks>;

export const FoundAdministrator = z
  .object({ kind: AdministratorChoice.shape.kind, id: z.string(), displayName: z.string() })
  .meta({ id: 'FoundAdministrator' });
export type FoundAdministrator = z.infer<typeof FoundAdministrator>;

/** How far this installation is set up (behaviour 2.9). */
export const SetupView = z
  .object({
    isComplete: z.boolean().describe('both registrations are set'),
    redirectUri: z.string().describe('the redirect URI that the client registration must have'),
    settings: z.array(SettingView).describe('the settings of the registrations'),
    needsAdministrator: z.boolean().describe('no setting names an administrator'),
  })
  .meta({ id: 'SetupView' });
export type SetupView = z.infer<typeof SetupView>;
