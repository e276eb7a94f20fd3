/**
 * Lets a process go on when nobody reads its output any more, because the program behind a pipe has ended. The error
 * would end the process, and pino, which flushes the log at the end, would try forever.
 */
export function outliveReader(output: NodeJS.WriteStream): void {
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
