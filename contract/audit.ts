import { z } from 'zod';
import { pageOf } from './flows.ts';

/** One row of the audit, as auditors read it. */
export const AuditEntry = z
  .object({
    seq: z.int().describe('its number, which is part of what is sealed'),
    at: z.string(),
    actor: z.object({
      id: z.string().describe('of a person, or what acted by itself, such as `flow` and `clock`'),
      displayName: z.string().nullable().describe('null for what is no person, and while the directory does not say'),
    }),
    action: z.string(),
    subject: z.string(),
    channel: z.string().nullable(),
    verifiedBy: z
      .string()
      .nullable()
      .describe('what vouched for the person; null where nobody had to be verified, and for older rows'),
    detail: z.record(z.string(), z.unknown()).nullable(),
    position: z.int().nullable().describe('its place in the chain; null: it is not sealed yet'),
    hash: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const instant = z.iso.datetime({ offset: true });

/** Filters of the audit; an absent one does not filter. */
export const AuditFilter = z.strictObject({
  actor: z.string().min(1).max(320).optional().describe('an id, or the address of a person'),
  action: z
    .string()
    .max(60)
    .regex(/^[a-z]+\.[a-z_]*$/)
    .optional()
    .describe('one action, or all that begin with a noun and a point: `chat.`'),
  subject: z.string().min(1).max(300).optional(),
  from: instant.optional(),
  to: instant.optional().describe('before this moment'),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** `GET /audit`: newest first. With several filters, a page may be short or empty and still have a next one. */
export const AuditQuery = AuditFilter.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = z.infer<typeof AuditPage>;

/** The result of verifying the newest part of the chain. */
export const AuditVerification = z
  .object({
    ok: z.boolean().describe('nothing in this part was changed, added, taken away or moved'),
    rows: z.int().describe('that are as they were sealed'),
    from: z.int().describe('the position behind which this part begins'),
    to: z.int().describe('the position of the newest sealed row'),
    fault: z
      .object({ position: z.int(), what: z.string() })
      .nullable()
      .describe('the first place where the chain breaks'),
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.infer<typeof AuditVerification>;

/** `GET /audit/state` */
export const AuditChainState = z
  .object({
    head: z.object({ position: z.int(), hash: z.string() }).nullable().describe('the newest sealed row'),
    isSigned: z.boolean().describe('the ends of the chain were signed with the key of this installation'),
    unsealed: z.int().describe('rows that wait for their place in the chain; 10,000 stands for that many or more'),
    lastVerified: z
      .object({ at: z.string(), ok: z.boolean(), rows: z.int() })
      .nullable()
      .describe('by somebody who asked for it here; null: nobody has'),
  })
  .meta({ id: 'AuditChainState' });
export type AuditChainState = z.infer<typeof AuditChainState>;
