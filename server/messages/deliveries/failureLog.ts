import type { Log } from '../../../contract/channel.ts';

/** Logs for operators that messages of a channel are failing; each delivery stores its own error. */
export interface FailureLog {
  failed(delivery: { id: string; channel: string }, error: string): void;
}

/** Minimum interval between two log lines per channel, however many messages fail. */
const QUIET_MS = 60_000;

/** @param steady steady clock, in ms */
export function createFailureLog(log: Pick<Log, 'warn'>, steady: () => number): FailureLog {
  const lines = new Map<string, { at: number; untold: number }>();
  return {
    failed({ id, channel }, error) {
      const last = lines.get(channel);
      if (last && steady() - last.at < QUIET_MS) return void last.untold++;
      lines.set(channel, { at: steady(), untold: 0 });
      const details = { channel, delivery: id, error, untold: last?.untold ?? 0 };
      log.warn(details, 'a message could not be delivered and will be retried');
    },
  };
}
