import type { FastifyInstance } from 'fastify';
import type { AuditChainState, AuditEntry, AuditVerification } from '../../../contract/audit.ts';
import { ada } from './samples.ts';

export interface AuditState {
  /** Newest first. */
  audit: AuditEntry[];
  chain: AuditChainState;
  /** The result of a chain check. */
  verification: AuditVerification;
}

const HASH = '0123456789abcdef'.repeat(4);

export const auditEntry = (entry: Partial<AuditEntry>): AuditEntry => ({
  seq: 7,
  at: '2026-03-02T09:00:00.000Z',
  actor: { id: ada.id, displayName: ada.displayName },
  action: 'flow.saved',
  subject: 'expense-approval',
  channel: null,
  verifiedBy: 'session',
  detail: { version: 3 },
  position: 7,
  hash: HASH,
  ...entry,
});

export const noAudit = (): AuditState => ({
  audit: [],
  chain: { head: { position: 12_345, hash: HASH }, isSigned: true, unsealed: 2, lastVerified: null },
  verification: { ok: true, rows: 10_000, from: 2345, to: 12_345, fault: null },
});

/** A person, a program, a person by mail, and an action that this client does not know. */
export const someAudit = (): AuditEntry[] => [
  auditEntry({ seq: 9, action: 'mail.sealed', actor: { id: 'clock', displayName: null }, verifiedBy: null }),
  auditEntry({ seq: 8, action: 'request.answered', channel: 'email', verifiedBy: 'token', detail: null }),
  auditEntry({}),
  auditEntry({ seq: 6, action: 'request.raised', subject: `${'0'.repeat(26)}-ask`, verifiedBy: null, position: null }),
];

/** The audit; it filters by person and action only. */
export function auditRoutes(api: FastifyInstance, state: AuditState): void {
  api.get<{ Querystring: { actor?: string; action?: string } }>('/audit', ({ query: { actor, action } }) => ({
    items: state.audit.filter(
      (entry) => (!actor || entry.actor.id === actor) && (!action || entry.action.startsWith(action)),
    ),
    nextCursor: null,
  }));
  api.get('/audit/state', () => state.chain);
  api.post('/audit/verify', () => {
    const { ok, rows } = state.verification;
    state.chain = { ...state.chain, lastVerified: { at: new Date().toISOString(), ok, rows } };
    return state.verification;
  });
}
