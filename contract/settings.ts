import { z } from 'zod';
import { failsAs, textOfForm } from './failsAs.ts';
import { PageQuery } from './flows.ts';
import { PostFailure } from './postFailures.ts';
import { NamedPerson } from './people.ts';
import { DeliveryState } from './requests.ts';

export const SettingSource = z.enum(['environment', 'stored', 'default']);
export type SettingSource = z.infer<typeof SettingSource>;

/** A setting (behaviour 2.9), as an administrator sees it. */
export const SettingView = z
  .object({
    name: z.string(),
    source: SettingSource.describe('the source of the effective value'),
    isSecret: z.boolean(),
    isSet: z.boolean(),
    isReadable: z.boolean().describe('false: the stored value was sealed with another key'),
    value: z.unknown().optional().describe('absent for secrets'),
    variables: z.array(z.string()).describe('environment variables that override it'),
    updatedAt: z.string().nullable(),
    updatedBy: z.string().nullable().describe('who stored it'),
  })
  .meta({ id: 'SettingView' });
export type SettingView = z.infer<typeof SettingView>;

/** One setting of a channel. */
export const ProviderSettingView = z.object({
  name: z.string(),
  source: SettingSource,
  isSecret: z.boolean(),
  isSet: z.boolean(),
  value: z.unknown().optional().describe('absent for secrets, and if nothing is set'),
  variable: z.string().nullable().describe('the environment variable that overrides it'),
});
export type ProviderSettingView = z.infer<typeof ProviderSettingView>;

/** A channel, and what it is set to. */
export const ProviderView = z
  .object({
    channel: z.string(),
    displayName: z.string(),
    isOpen: z.boolean().describe('it is open, and people are asked there'),
    settings: z.array(ProviderSettingView),
    missing: z.array(z.string()).optional().describe('missing required settings, if somebody has started to set it up'),
  })
  .meta({ id: 'ProviderView' });
export type ProviderView = z.infer<typeof ProviderView>;

export const SettingList = z.object({ items: z.array(SettingView), providers: z.array(ProviderView) });
export type SettingList = z.infer<typeof SettingList>;

/** Settings by name; null deletes the stored value, and settings not named stay unchanged. */
export const SettingsBody = z
  .record(z.string().max(100), z.unknown())
  .refine((values) => Object.keys(values).length > 0, failsAs('noSettings'))
  .meta({
    id: 'SettingsBody',
    description: 'values by the names that `GET /settings` lists; null deletes the stored value',
    minProperties: 1,
  });
export type SettingsBody = z.infer<typeof SettingsBody>;

/** `If-Match` (RFC 9110) with the `ETag` of what was changed: nothing is stored if somebody else changed it first. */
export const TagHeaders = z.looseObject({
  'if-match': textOfForm(/^\s*(\*|(W\/)?"[^"]*"(\s*,\s*(W\/)?"[^"]*")*)\s*$/, 'tagForm').optional(),
});

/** The settings that give roles, each a list of object ids. */
export const ROLE_SETTINGS = ['adminIds', 'adminGroupIds', 'authorGroupIds', 'auditorGroupIds'] as const;

/** A person or group that has a role through one of them. */
export const RoleHolder = z
  .object({
    setting: z.enum(ROLE_SETTINGS),
    kind: z.enum(['user', 'group']),
    id: z.string(),
    displayName: z.string().describe('the id if the directory does not know the name'),
  })
  .meta({ id: 'RoleHolder' });
export type RoleHolder = z.infer<typeof RoleHolder>;

export const RoleHolderList = z.object({ items: z.array(RoleHolder) });
export type RoleHolderList = z.infer<typeof RoleHolderList>;

export const TestMessageResult = z
  .object({
    isSent: z.boolean(),
    detail: z.string().nullable().describe('why it was not sent'),
    detailSaid: PostFailure.nullable()
      .optional()
      .describe('the detail in a form that clients can translate, if it is one of ours'),
  })
  .meta({ id: 'TestMessageResult' });
export type TestMessageResult = z.infer<typeof TestMessageResult>;

/** One line of the delivery log: a message to one person. */
export const DeliveryEntry = z
  .object({
    id: z.string(),
    at: z.string().describe('when it was due to be delivered'),
    kind: z.string(),
    subjectId: z.string(),
    channel: z.string(),
    person: NamedPerson,
    state: DeliveryState,
    attempts: z.int(),
    error: z.string().nullable(),
    errorSaid: PostFailure.nullable().describe('the error in a form that clients can translate, if it is one of ours'),
    sentAt: z.string().nullable(),
    nextAttemptAt: z.string().nullable(),
  })
  .meta({ id: 'DeliveryEntry' });
export type DeliveryEntry = z.infer<typeof DeliveryEntry>;

export const DeliveryQuery = PageQuery.extend({
  channel: z.string().max(40).optional(),
  state: DeliveryState.optional(),
});
export type DeliveryQuery = z.infer<typeof DeliveryQuery>;

/** Whether a permission of the server registration was granted (behaviour 5.3 B). */
export const PermissionView = z.object({
  name: z.string(),
  purpose: z.string(),
  requiredWhen: z.string().nullable().describe('what needs it; null: the product requires it'),
  isNeeded: z.boolean().describe('what needs it is enabled'),
  isGranted: z.boolean().describe('itself, or a broader one that includes it'),
});
export type PermissionView = z.infer<typeof PermissionView>;

export const DelegatedPermissionView = z.object({
  name: z.string(),
  setting: z.string(),
  purpose: z.string(),
  isOn: z.boolean(),
});

export const RegistrationHealth = z
  .object({
    checkedAt: z.string(),
    authType: z.enum(['clientCredentials', 'managedSystemIdentity']),
    organization: z.string().nullable().describe('its name, if readable'),
    isHealthy: z.boolean(),
    readFrom: z.enum(['token', 'probe']).nullable().describe('the source of the permissions; null: none'),
    problem: z.string().nullable().describe('why they could not be read'),
    missing: z.array(z.string()).describe('missing permissions that the product requires'),
    permissions: z.array(PermissionView),
    delegated: z.array(DelegatedPermissionView),
    consentUrl: z.string().describe('where an administrator of the tenant can consent'),
    search: z
      .object({
        problem: z.string().nullable().describe('why the server cannot use it, or null'),
        scope: z.string().nullable().describe('the scope that the client requests for searches; null: none'),
        madeAgainAt: z.iso
          .datetime()
          .optional()
          .describe(
            'when this server found the index missing and created it again; everything is being reindexed since then',
          ),
      })
      .nullable()
      .describe('the search service; null: searches use our own database'),
  })
  .meta({ id: 'RegistrationHealth' });
export type RegistrationHealth = z.infer<typeof RegistrationHealth>;

export const HealthQuery = z.strictObject({
  isFresh: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true')
    .describe('true: bypasses the cache, after a permission was granted'),
});
