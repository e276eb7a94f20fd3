import type { TokenPolicy } from '../../../contract/channel.ts';
import type { Refused } from '../../../contract/conversation.ts';
import type { Message } from '../../../contract/messages.ts';

/** A person takes an action of a notice. */
export interface Attempt {
  subjectId: string;
  actionId: string;
  person: string;
  tokenPolicy: TokenPolicy;
}

/** What is known before anything is changed. */
export interface ActionFacts {
  /** Null if none was given, or it is unknown or purged. */
  token: { subjectId: string; person: string; usedAt: number | null; expiresAt: number } | null;
  /** What this person sees of the subject now; null if it is not theirs, or gone. */
  message: Message | null;
}

/**
 * Whether to take the action, or why not. Where the token is the only proof of identity, a used token reveals nothing;
 * otherwise the person is shown the current state of the subject.
 */
export function verdictOf(
  attempt: Attempt,
  { token, message }: ActionFacts,
  now: number,
): 'take' | 'not_offered' | Refused {
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
