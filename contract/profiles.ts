import { z } from 'zod';
import { zoneOf } from './answers/zones.ts';
import { failsAs } from './failsAs.ts';
import { isObjectId } from './objectId.ts';
import { MOST_PROFILES } from './profileRules.ts';

const photo = z.string().nullable().describe('a data URI of a JPEG or PNG picture, 96 pixels wide');

/** What others see of a user, besides their name. */
export const ShownProfile = z
  .object({
    id: z.string(),
    jobTitle: z.string().nullable(),
    department: z.string().nullable(),
    photo,
  })
  .meta({ id: 'ShownProfile' });
export type ShownProfile = z.infer<typeof ShownProfile>;

/** `GET /me/profile`: everything that is stored about the caller's profile. */
export const OwnProfile = ShownProfile.omit({ id: true })
  .extend({
    language: z.string().nullable().describe('the language of messages, as a BCP 47 tag'),
    timeZone: z.string().nullable().describe('the time zone of messages, by IANA name'),
    syncedAt: z.string().nullable().describe('when the directory was read; null: not yet'),
  })
  .meta({ id: 'OwnProfile' });
export type OwnProfile = z.infer<typeof OwnProfile>;

/** `GET /directory/profiles` */
export const ProfileQuery = z.strictObject({
  ids: z
    .string()
    .max(MOST_PROFILES * 37)
    .transform((ids) => ids.split(','))
    .pipe(z.array(z.string().refine(isObjectId)).min(1).max(MOST_PROFILES))
    .describe('object ids, separated by commas'),
});

/** `POST /me/profile`: the caller's language and time zone, and whether to read the directory now. */
export const ProfileBody = z.strictObject({
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/)
    .optional(),
  timeZone: z
    .string()
    .refine((name) => zoneOf(name) !== undefined, failsAs('timeZoneUnknown', {}))
    .optional(),
  refresh: z.boolean().default(false),
});
