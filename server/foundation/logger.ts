import { pino, type DestinationStream, type Logger } from 'pino';

/** Paths the log never shows; PostgreSQL quotes the refused row in `err.detail`. */
const REDACTED = ['req.headers.authorization', '*.token', '*.password', '*.secret', 'err.detail'];

/** The server's log. @param logTo instead of standard output */
export function createLogger({ logLevel }: { logLevel: string }, logTo?: DestinationStream): Logger {
  const settings = { level: logLevel, redact: REDACTED };
  return logTo ? pino(settings, logTo) : pino(settings);
}
