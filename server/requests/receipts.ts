import type { Answered, Refused } from '../../contract/conversation.ts';
import type { Outcome } from '../../contract/messages.ts';
import type { Receipt } from '../../contract/payload.ts';
import { failed, ProblemError } from '../foundation/errors.ts';

const REFUSALS: Record<Refused, string> = {
  not_found: 'There is no request with this id.',
  not_assignee: 'Other people were asked this question.',
  link_unusable: 'This link is unknown, used or expired.',
};

/**
 * The response of the API to an answer.
 * @throws ProblemError not_found, not_assignee, already_responded, link_unusable, request_closed, validation_failed
 */
export function toReceipt(answered: Answered): Receipt {
  switch (answered.kind) {
    case 'recorded':
      return receiptOf(answered.outcome);
    case 'already_decided':
      throw alreadyDecided(answered.given);
    case 'invalid':
      throw failed(answered.checks);
    case 'refused':
      throw new ProblemError(answered.id, REFUSALS[answered.id]);
  }
}

function receiptOf({ requestId, status, text, said }: Outcome): Receipt {
  if (status === 'answered') return { requestId, status: 'waiting' };
  return { requestId, status, outcome: text, outcomeSaid: said };
}

const alreadyDecided = (given: (Answered & { kind: 'already_decided' })['given']): ProblemError =>
  given
    ? new ProblemError('already_responded', 'You have answered this already; your first answer stands.', {
        recorded: given,
      })
    : new ProblemError('request_closed', 'This question is closed; no answer is needed any more.');
