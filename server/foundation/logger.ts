import { pino, type DestinationStream, type Logger } from 'pino';

/** What no line of the log shows; `err.detail` is where PostgreSQL quotes the row it refused. */
const REDACTED = ['req.headers.authorization', '*.token', '*.password', '*.secret', 'err.detail'];

/** The log of a server. @param logTo in place of standard output */
export function createLogger({ logLevel }: { logLevel: string }, logTo?: DestinationStream): Logger {
  const settings = { level: logLevel, redact: REDACTED };
  return logTo ? pino(settings, logTo) : pino(settings);
}
