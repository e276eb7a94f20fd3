/** The process exits after this, whatever is still under way. */
const AT_THE_LATEST_MS = 30_000;

/**
 * The first SIGTERM or SIGINT stops the process gracefully, within 30 s at most; the second ends it at once.
 *
 * @param stop resolves when everything has stopped
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (code: number) => process.exit(code);
  const begin = () => {
    if (isStopping) return end(1);
    isStopping = true;
    setTimeout(() => {
      process.stderr.write('Stopping took too long; the process ends now.\n');
      end(1);
    }, AT_THE_LATEST_MS).unref();
    stop().then(
      () => end(0),
      (error: unknown) => {
        process.stderr.write(`${(error as Error).stack}\n`);
        end(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, begin);
}
