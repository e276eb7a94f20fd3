/** One attempt to answer, as whoever made it knows it. */
export interface Attempt {
  requestId: string;
  /** E-mail address. */
  person: string;
  submissionId: string;
  /** Sends the very same attempt again. */
  again(): Promise<Outcome>;
}

/** What an answerer saw: the answer is recorded, it is refused with a code, or there was no reply at all. */
export type Outcome = { kind: 'acknowledged' } | { kind: 'refused'; code: string } | { kind: 'unknown' };

/** What clients were told over the whole run: the truth that the database must agree with. */
export interface Acknowledged {
  executions: string[];
  answers: Attempt[];
  refused: (Attempt & { code: string })[];
  unknown: Attempt[];
  /** What nobody may ever see: a reply that is neither a receipt nor one of the refusals of a race. */
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

/** How an attempt in a race may be refused. */
const REFUSALS = new Set(['already_responded', 'request_closed', 'link_unusable']);

/** Files an attempt under what its sender saw. */
export function file(acknowledged: Acknowledged, attempt: Attempt, outcome: Outcome): void {
  if (outcome.kind === 'acknowledged') acknowledged.answers.push(attempt);
  else if (outcome.kind === 'unknown') acknowledged.unknown.push(attempt);
  else if (REFUSALS.has(outcome.code)) acknowledged.refused.push({ ...attempt, code: outcome.code });
  else acknowledged.strange.push(`${attempt.requestId} of ${attempt.person} was refused with ${outcome.code}`);
}
