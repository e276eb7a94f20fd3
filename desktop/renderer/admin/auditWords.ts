import type { AuditEntry } from '../../../contract/audit.ts';
import { AUDIT_ACTIONS, type AuditAction } from '../../../contract/auditActions.ts';
import type { Text } from '../text.ts';

type Noun<Action> = Action extends `${infer First}.${string}` ? First : never;
/** The noun of an audited action. */
export type AuditNoun = Noun<AuditAction>;

/** Actions grouped by noun, both in the order of the table. */
export function actionsByNoun(actions: readonly AuditAction[]): [AuditNoun, AuditAction[]][] {
  const groups = new Map<AuditNoun, AuditAction[]>();
  for (const action of actions) {
    const noun = action.split('.')[0] as AuditNoun;
    groups.set(noun, [...(groups.get(noun) ?? []), action]);
  }
  return [...groups];
}

/** An action in words; an unknown one, from a newer server, keeps its id. */
export function actionWords(action: string, text: Text): string {
  const known = AUDIT_ACTIONS.find((each) => each === action);
  return known ? text(`audit.action.${known}`) : action;
}

const PROGRAMS = ['flow', 'clock', 'server', 'operator'] as const;

/** The actor, by name if there is one. */
export function actorWords({ id, displayName }: AuditEntry['actor'], text: Text): string {
  const program = PROGRAMS.find((each) => each === id);
  return program ? text(`audit.actor.${program}`) : (displayName ?? id);
}

const MEANS = ['session', 'token', 'bot_token', 'signing_secret', 'setup_code', 'api_key'] as const;

/** How they were verified; null if it was not needed. */
export function verifiedWords(verifiedBy: string | null, text: Text): string | null {
  const known = MEANS.find((each) => each === verifiedBy);
  return known ? text(`audit.verifiedBy.${known}`) : verifiedBy;
}
