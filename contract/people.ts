import { z } from 'zod';

/**
 * A person as stored. `id` is the directory's object id in our tenant, or `mailto:<address>` for people outside the
 * directory; e-mail and UPN are a snapshot for display and sending.
 */
export const Person = z
  .object({
    id: z.string(),
    displayName: z.string(),
    email: z.string().nullable(),
    userPrincipalName: z.string().nullable(),
  })
  .meta({ id: 'Person' });
/**
 * `language`: a BCP 47 tag, `timeZone`: an IANA name, `isGuest`: the account's type, if known, `isDisabled`: nobody can
 * sign in with the account, as far as we may know. Of these, the API exposes `isDisabled` in `DirectoryUser`.
 */
export type Person = z.infer<typeof Person> & {
  language?: string;
  timeZone?: string;
  isGuest?: boolean;
  isDisabled?: boolean;
};

/** People outside the directory have only their mail: they cannot use the web client. */
export const canSignIn = ({ id }: Pick<Person, 'id'>): boolean => !id.startsWith(OUTSIDE);

/** All that lists say of a person. */
export const NamedPerson = Person.pick({ id: true, displayName: true });

/** A person whose name is not known: outside the directory by their address, otherwise by their id. */
export const nameFromId = (id: string): string => (canSignIn({ id }) ? id : id.slice(OUTSIDE.length));

const OUTSIDE = 'mailto:';

export const Group = z
  .object({ id: z.string(), displayName: z.string(), email: z.string().nullable() })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

export const ROLES = ['administrator', 'author', 'auditor'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** `GET /me` */
export const Me = Person.extend({
  roles: z.array(Role),
  groups: z.array(z.string()).describe('object ids'),
  isGuest: z.boolean().describe('invited from another organisation'),
}).meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

/** A person with the details that directory tools and pickers show. */
export const DirectoryUser = Person.extend({
  jobTitle: z.string().nullable(),
  department: z.string().nullable(),
  officeLocation: z.string().nullable(),
  companyName: z.string().nullable(),
  employeeId: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  businessPhones: z.array(z.string()),
  isDisabled: z
    .boolean()
    .optional()
    .describe(
      'true: nobody can sign in with the account, as usual for shared mailboxes; absent: it is enabled or unknown',
    ),
}).meta({ id: 'DirectoryUser' });
export type DirectoryUser = z.infer<typeof DirectoryUser>;
