/** One attempt to answer, from its sender's view. */
export interface Attempt {
  requestId: string;
  /** E-mail address. */
  person: string;
  submissionId: string;
  /** Sends the same attempt again. */
  again(): Promise<Outcome>;
}

/** The answerer's view: the answer is recorded, it is refused with a code, or there was no reply. */
export type Outcome = { kind: 'acknowledged' } | { kind: 'refused'; code: string } | { kind: 'unknown' };

/** What clients were told over the whole run, with which the database must agree. */
export interface Acknowledged {
  executions: string[];
  answers: Attempt[];
  refused: (Attempt & { code: string })[];
  unknown: Attempt[];
  /** Forbidden replies: neither a receipt nor a refusal that a race explains. */
  strange: string[];
}

export type Told = Omit<Acknowledged, 'unknown'>;

export const createAcknowledged = (): Acknowledged => ({
  executions: [],
  answers: [],
  refused: [],
  unknown: [],
  strange: [],
});

/** Possible refusals of an attempt in a race. */
const REFUSALS = new Set(['already_responded', 'request_closed', 'link_unusable']);

/** Files an attempt under its sender's outcome. */
export function file(acknowledged: Acknowledged, attempt: Attempt, outcome: Outcome): void {
  if (outcome.kind === 'acknowledged') acknowledged.answers.push(attempt);
  else if (outcome.kind === 'unknown') acknowledged.unknown.push(attempt);
  else if (REFUSALS.has(outcome.code)) acknowledged.refused.push({ ...attempt, code: outcome.code });
  else acknowledged.strange.push(`${attempt.requestId} of ${attempt.person} was refused with ${outcome.code}`);
}
