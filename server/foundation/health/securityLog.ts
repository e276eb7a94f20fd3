/** Refusals that operators want to see, and what each means. What was done is in the audit instead. */
export const SECURITY_EVENTS = {
  'sign_in.failed': 'a call without a valid token',
  'access.refused': 'a caller is not allowed to do what they asked for',
  'resource.hidden': 'a caller asked for something that does not exist, or that they may not see',
  'link.refused': 'an unknown, used or expired link was opened',
  'limit.hit': 'a caller exceeded a limit',
} as const;

export type SecurityEventName = keyof typeof SECURITY_EVENTS;

/** Never contains a token, an address with its query, or somebody's answer. */
export interface SecurityEvent {
  event: SecurityEventName;
  /** The person's id, if the caller is known. */
  person?: string;
  /** The network address of the caller. */
  address?: string;
  method?: string;
  /** The pattern of the route, such as `/api/chats/:id`. */
  route?: string;
  status?: number;
  /** The code of the problem the caller got. */
  code?: string;
  requestId?: string;
}

export interface SecurityLog {
  record(event: SecurityEvent): void;
  /** Logs how many lines were dropped, for each event whose minute is over. */
  tellDropped(): void;
}

/** The part of a logger that is used. */
export interface LineWriter {
  warn(details: object, text: string): void;
}

interface Parts {
  log: LineWriter;
  /** Called for every event, also for those that get no line. */
  onEvent?(event: SecurityEventName): void;
  /** In ms, with any origin; never steps back. */
  monotonic?: () => number;
}

/** Lines per event and minute; at most a fifth of them for one address, so that nobody can hide behind a louder one. */
export const SECURITY_LINES = { ofEvent: 50, ofAddress: 10 };
const MINUTE_MS = 60_000;

interface Window {
  since: number;
  lines: number;
  dropped: number;
  byAddress: Map<string, number>;
}

/**
 * Writes one line per event, few enough per minute that no attack fills a disk: about 15 kB per minute and event. What
 * is dropped is counted.
 */
export function createSecurityLog({ log, onEvent, monotonic = () => performance.now() }: Parts): SecurityLog {
  const windows = new Map<SecurityEventName, Window>();

  function windowOf(event: SecurityEventName): Window {
    const current = windows.get(event);
    if (current && monotonic() - current.since < MINUTE_MS) return current;
    if (current) tell(event, current);
    const next = { since: monotonic(), lines: 0, dropped: 0, byAddress: new Map<string, number>() };
    windows.set(event, next);
    return next;
  }

  function tell(event: SecurityEventName, { dropped }: Window): void {
    if (dropped > 0) log.warn({ security: true, event, dropped }, 'further events of this kind were not logged');
  }

  return {
    record({ event, ...details }) {
      onEvent?.(event);
      const window = windowOf(event);
      const address = details.address ?? '';
      const ofAddress = window.byAddress.get(address) ?? 0;
      if (window.lines >= SECURITY_LINES.ofEvent || ofAddress >= SECURITY_LINES.ofAddress) return void window.dropped++;
      window.lines++;
      window.byAddress.set(address, ofAddress + 1);
      log.warn({ security: true, event, ...details }, SECURITY_EVENTS[event]);
    },

    tellDropped() {
      for (const [event, window] of windows) {
        if (monotonic() - window.since < MINUTE_MS) continue;
        tell(event, window);
        windows.delete(event);
      }
    },
  };
}
