import { z } from 'zod';
import { pageLimit } from './ids.ts';
import { pageOf } from './flows.ts';

/** One row of the audit, as auditors read it. */
export const AuditEntry = z
  .object({
    seq: z.int().describe('its number, part of the sealed content'),
    at: z.string(),
    actor: z.object({
      id: z.string().describe('id of a person, or an automatic actor such as `flow` or `clock`'),
      displayName: z
        .string()
        .nullable()
        .describe('null for automatic actors, and if the directory does not know the person'),
    }),
    action: z.string(),
    subject: z.string(),
    channel: z.string().nullable(),
    verifiedBy: z
      .string()
      .nullable()
      .describe('how the person was verified; null if it was not needed, and for older rows'),
    detail: z.record(z.string(), z.unknown()).nullable(),
    position: z.int().nullable().describe('its position in the chain; null: not sealed yet'),
    hash: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

const instant = z.iso.datetime({ offset: true });

/** Filters of the audit; an absent one does not filter. */
export const AuditFilter = z.strictObject({
  actor: z.string().min(1).max(320).optional().describe("an id, or a person's e-mail address"),
  action: z
    .string()
    .max(60)
    .regex(/^[a-z]+\.[a-z_]*$/)
    .optional()
    .describe('one action, or all with the same noun: `chat.`'),
  subject: z.string().min(1).max(300).optional(),
  from: instant.optional(),
  to: instant.optional().describe('before this moment'),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

/** `GET /audit`: newest first. With several filters, a page may be short or empty and still have a next one. */
export const AuditQuery = AuditFilter.extend({
  limit: pageLimit(),
  cursor: z.string().max(200).optional(),
});

export const AuditPage = pageOf(AuditEntry);
export type AuditPage = z.infer<typeof AuditPage>;

/** The result of verifying the newest part of the chain. */
export const AuditVerification = z
  .object({
    ok: z.boolean().describe('nothing in this part was changed, added, removed or moved'),
    rows: z.int().describe('number of rows that are unchanged since they were sealed'),
    from: z.int().describe('the position after which this part starts'),
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
    unsealed: z.int().describe('rows that are not sealed yet; 10,000 means that many or more'),
    lastVerified: z
      .object({ at: z.string(), ok: z.boolean(), rows: z.int() })
      .nullable()
      .describe('the last verification requested here; null: none'),
  })
  .meta({ id: 'AuditChainState' });
export type AuditChainState = z.infer<typeof AuditChainState>;
