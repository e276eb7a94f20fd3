/**
 * npm keeps options for itself unless they are behind `--`. The command then runs without them and does something else:
 * it would grant what was to be revoked, or change the tenant's database instead of the sandbox's.
 *
 * @param options as npm names them: like the option, or like one of its own that begins with the same letters
 * @returns what to do about it; null if it has kept none of them
 */
export function adviceOnKept(
  env: Readonly<Record<string, string | undefined>>,
  options: readonly string[],
): string | null {
  if (!options.some((name) => env[`npm_config_${name}`])) return null;
  const command = env['npm_lifecycle_event'] ?? '<command>';
  return `npm has kept an option for itself. Put -- before the arguments: npm run ${command} -- …`;
}

/** @throws Error with the advice */
export function refuseKept(...options: string[]): void {
  const advice = adviceOnKept(process.env, options);
  if (advice !== null) throw new Error(advice);
}
