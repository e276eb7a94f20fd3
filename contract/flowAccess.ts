import { z } from 'zod';
import { Version } from './ids.ts';

/**
 * A person's role in a flow. An owner changes it and its access lists, and sees everything in its executions; a reader
 * sees its definition and executions, but no context; a starter starts it.
 */
export const FLOW_ROLES = ['owner', 'reader', 'starter'] as const;
export const FlowRole = z.enum(FLOW_ROLES);
export type FlowRole = z.infer<typeof FlowRole>;

export const PrincipalKind = z.enum(['user', 'group']);
export type PrincipalKind = z.infer<typeof PrincipalKind>;

/** A person or group on an access list, with the name they had when they were added. */
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
    version: z.int().describe('the version of these lists; increases with every change'),
  })
  .meta({ id: 'FlowAccess' });
export type FlowAccess = z.infer<typeof FlowAccess>;

const MOST_PRINCIPALS = 200;

/** An entry for a list: an existing one, or anything by which the directory finds a person or group. */
const Named = z.strictObject({
  kind: PrincipalKind,
  id: z.string().trim().min(1).max(320).describe('object id, e-mail address, user principal name, or name of a group'),
  displayName: z.string().max(300).optional().describe('ignored'),
  email: z.string().max(320).nullable().optional().describe('ignored'),
});
const NamedList = z.array(Named).max(MOST_PRINCIPALS);
export type NamedPrincipal = z.infer<typeof Named>;

/**
 * `PUT /flows/:id/access`: all three lists, so that leaving one out cannot empty or open it, and the `version` that the
 * change is based on.
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
  read: z.boolean().describe('read its definition and the executions of others'),
  change: z.boolean().describe('save the next version'),
  share: z.boolean().describe('change who has access'),
});
export type MayDoWithFlow = z.infer<typeof MayDoWithFlow>;
