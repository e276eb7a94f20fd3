import { z } from 'zod';
import { Version } from './ids.ts';

/**
 * What somebody is to a flow. An owner changes it and who has access, and sees everything of its executions; a reader
 * sees its definition and executions, but no context; a starter starts it.
 */
export const FLOW_ROLES = ['owner', 'reader', 'starter'] as const;
export const FlowRole = z.enum(FLOW_ROLES);
export type FlowRole = z.infer<typeof FlowRole>;

export const PrincipalKind = z.enum(['user', 'group']);
export type PrincipalKind = z.infer<typeof PrincipalKind>;

/** A person or a group on an access list, as they were called when they were put there. */
export const FlowPrincipal = z
  .object({ kind: PrincipalKind, id: z.string(), displayName: z.string(), email: z.string().nullable() })
  .meta({ id: 'FlowPrincipal' });
export type FlowPrincipal = z.infer<typeof FlowPrincipal>;

/** `everyone`: everybody of the tenant, without its guests. */
const EVERYONE = 'everyone';

/** `GET /flows/:id/access` */
export const FlowAccess = z
  .object({
    owners: z.array(FlowPrincipal),
    readers: z.array(FlowPrincipal),
    starters: z.union([z.literal(EVERYONE), z.array(FlowPrincipal)]),
    version: z.int().describe('of these lists; it counts up with every change of them'),
  })
  .meta({ id: 'FlowAccess' });
export type FlowAccess = z.infer<typeof FlowAccess>;

const MOST_PRINCIPALS = 200;

/** What a list is given: one of its own entries, or whatever names a person or a group to the directory. */
const Named = z.strictObject({
  kind: PrincipalKind,
  id: z.string().trim().min(1).max(320).describe('object id, e-mail address, user principal name, or name of a group'),
  displayName: z.string().max(300).optional().describe('not looked at'),
  email: z.string().max(320).nullable().optional().describe('not looked at'),
});
const NamedList = z.array(Named).max(MOST_PRINCIPALS);
export type NamedPrincipal = z.infer<typeof Named>;

/**
 * `PUT /flows/:id/access`: all three lists, so that none is emptied or opened by being left out, and the `version` that
 * the change was made on.
 */
export const FlowAccessBody = z
  .strictObject({
    owners: NamedList,
    readers: NamedList,
    starters: z.union([z.literal(EVERYONE), NamedList]),
    version: Version,
  })
  .meta({ id: 'FlowAccessBody' });
export type FlowAccessBody = z.infer<typeof FlowAccessBody>;

/** What the caller may do with a flow. */
export const MayDoWithFlow = z.object({
  start: z.boolean(),
  read: z.boolean().describe('its definition, and the executions of others'),
  change: z.boolean().describe('save the next version'),
  share: z.boolean().describe('change who has access'),
});
export type MayDoWithFlow = z.infer<typeof MayDoWithFlow>;
