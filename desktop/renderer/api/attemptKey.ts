import { useRef } from 'react';

/** Idempotency keys: the same body keeps its key until it succeeds, because an earlier call may have arrived. */
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
