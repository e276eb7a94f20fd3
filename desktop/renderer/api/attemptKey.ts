import { useRef } from 'react';

/** Names what is sent: the same body has the same key until it has succeeded, as the one before may have arrived. */
export function useAttemptKey() {
  const attempt = useRef<{ sent: string; key: string } | null>(null);
  return {
    headersFor(body: unknown): Record<string, string> {
      const sent = JSON.stringify(body) ?? '';
      if (attempt.current?.sent !== sent) attempt.current = { sent, key: crypto.randomUUID() };
      return { 'idempotency-key': attempt.current.key };
    },
    succeeded(): void {
      attempt.current = null;
    },
  };
}
