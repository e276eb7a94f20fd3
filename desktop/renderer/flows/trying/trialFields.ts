import { ApiProblem } from '../../api/apiProblem.ts';

/** Maps a refusal to the form's field names. @param prefix the server's prefix */
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
