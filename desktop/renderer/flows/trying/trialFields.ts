import { ApiProblem } from '../../api/apiProblem.ts';

/** A refusal with the names of the fields that were filled in. @param prefix what the server puts before them */
export function onOwnFields(problem: unknown, prefix: string): unknown {
  if (!(problem instanceof ApiProblem) || !problem.extra.fields) return problem;
  const { fields, checks = {}, ...rest } = problem.extra;
  const own = <Said>(said: Record<string, Said>) =>
    Object.fromEntries(
      Object.entries(said).map(([name, each]) => [name.startsWith(prefix) ? name.slice(prefix.length) : name, each]),
    );
  return new ApiProblem(problem.code, problem.status, problem.detail, {
    ...rest,
    fields: own(fields),
    checks: own(checks),
  });
}
