import type { TokenPolicy } from '../../../contract/channel.ts';
import type { Refused } from '../../../contract/conversation.ts';
import type { Message } from '../../../contract/messages.ts';

/** Somebody takes an action of a notice. */
export interface Attempt {
  subjectId: string;
  actionId: string;
  person: string;
  tokenPolicy: TokenPolicy;
}

/** What is known before anything is changed. */
export interface Known {
  /** Null where none was brought, or nobody knows it any more. */
  token: { subjectId: string; person: string; usedAt: number | null; expiresAt: number } | null;
  /** What this person is to see of the subject now; null where it is none of theirs, or gone. */
  message: Message | null;
}

/**
 * Whether to take it, or why not. Where the token is all that proves who somebody is, a used one is told nothing; else
 * they are shown how the subject stands.
 */
export function verdictOf(attempt: Attempt, { token, message }: Known, now: number): 'take' | 'not_offered' | Refused {
  const { subjectId, actionId, person, tokenPolicy } = attempt;
  const isUsable = token !== null && token.usedAt === null && token.expiresAt > now;
  if (tokenPolicy === 'with_answer' && !isUsable) return 'link_unusable';
  if (token && token.subjectId !== subjectId) return 'link_unusable';
  if (token && token.person !== person) return 'not_assignee';
  if (!message) return 'not_found';
  if (tokenPolicy !== 'none' && !isUsable) return 'not_offered';
  return offers(message, actionId) ? 'take' : 'not_offered';
}

const offers = (message: Message, actionId: string): boolean =>
  message.kind === 'notice' && (message.about?.actions ?? []).some(({ id }) => id === actionId);
