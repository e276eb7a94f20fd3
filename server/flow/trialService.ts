import { checkComment, COMMENT_FIELD } from '../../contract/comment.ts';
import type { Person } from '../../contract/people.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import type { AnswerToTrial, TrialBody, TriedFlow } from '../../contract/trials.ts';
import { check, failed, ProblemError } from '../foundation/errors.ts';
import { checkWithPatterns, withOffsets } from './answerChecks.ts';
import type { CompiledFlow } from './definition.ts';
import type { ExpressionService, OwnExpressions } from './expressions.ts';
import { ExpressionInterrupted } from './expressionWorkers.ts';
import { tryFlow } from './trial.ts';

export interface TrialService {
  /**
   * Tries a definition without storing, asking or calling anything. A person has one trial at a time: a new one ends
   * the previous one.
   * @throws ProblemError validation_failed, naming fields of the definition, of `variables` or of `given`;
   * limit_reached
   */
  run(body: TrialBody, by: Person): Promise<TriedFlow>;
}

interface Parts {
  /** @throws ProblemError validation_failed, limit_reached */
  compileDraft(definition: unknown, by: Person): CompiledFlow;
  expressions: Pick<ExpressionService, 'of'>;
  /** The server's time zone. */
  zone: string;
  now(): number;
}

/** Time limit of a trial, for all its expressions together. */
const LONGEST_MS = 10_000;
const MINUTE_MS = 60_000;
/** The other trial has ended by then. */
const ONE_IS_OVER = { retryAfterSeconds: LONGEST_MS / 1000 };

export function createTrialService({ compileDraft, expressions, zone, now }: Parts): TrialService {
  const running = new Map<string, { abort: AbortController; own: OwnExpressions }>();

  const stop = ({ abort, own }: { abort: AbortController; own: OwnExpressions }): void => {
    abort.abort();
    own.interrupt();
  };

  return {
    async run({ definition, variables, given }, by) {
      const flow = compileDraft(definition, by);
      const started = checkWithPatterns(flow.variables, withOffsets(flow.variables, variables, zone));
      if (!started.ok) throw failed(under('variables', started.checks));
      for (const [visitKey, each] of Object.entries(given))
        if (each.kind === 'answer') checkAnswer(flow, visitKey, each);
      const before = running.get(by.id);
      if (before) stop(before);
      // the expression budget of trials is per person and minute
      const own = expressions.of({ author: by.id, execution: `trial ${by.id} ${Math.floor(now() / MINUTE_MS)}` });
      const mine = { abort: new AbortController(), own };
      running.set(by.id, mine);
      const timer = setTimeout(() => stop(mine), LONGEST_MS);
      try {
        const { signal } = mine.abort;
        return await tryFlow({ flow, variables: started.values, given, by, expressions: own, now: now(), signal });
      } catch (error) {
        const isStopped = error instanceof ExpressionInterrupted || mine.abort.signal.aborted;
        throw isStopped
          ? new ProblemError('limit_reached', 'The trial took too long, or another one was begun.', ONE_IS_OVER)
          : error;
      } finally {
        clearTimeout(timer);
        if (running.get(by.id) === mine) running.delete(by.id);
      }
    },
  };
}

/** Refuses answers that people could not give either. */
function checkAnswer(flow: CompiledFlow, visitKey: string, { values, comment }: AnswerToTrial): void {
  const compiled = flow.nodes.get(visitKey.split('.')[0]!);
  const rehearsal = compiled?.type.rehearsal;
  if (!rehearsal) throw failed({ [`given.${visitKey}`]: check('unknownNode', { node: visitKey }) });
  const specs = rehearsal.specs(compiled.config);
  const fetched = specs.filter(({ optionsSource }) => optionsSource).map(({ name }) => name);
  const offered = Object.fromEntries(fetched.map((name) => [name, [values[name]].flat().map(String)]));
  const checked = checkWithPatterns(specs, values, offered);
  const commented = checkComment({ comment: rehearsal.offer(compiled.config), variables: specs }, values, comment);
  if (checked.ok && commented.ok) return;
  const checks = {
    ...(!checked.ok && checked.checks),
    ...(!commented.ok && { [COMMENT_FIELD]: commented.check }),
  };
  throw failed(under(`given.${visitKey}`, checks));
}

const under = (field: string, checks: FieldChecks): FieldChecks =>
  Object.fromEntries(Object.entries(checks).map(([name, each]) => [`${field}.${name}`, each]));
