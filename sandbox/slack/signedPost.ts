import { createHmac } from 'node:crypto';

/** The product's response, or why it could not be called, as text for the page. */
export type Posted = { isTaken: true; body: string } | { isTaken: false; why: string };

export interface SignedPostParts {
  /** The product's URL, evaluated for every post. */
  productUrl(): string;
  signingSecret: string;
  /** Epoch milliseconds */
  now(): number;
  timeoutMs?: number;
}

export type SignedPost = (body: string, contentType: string) => Promise<Posted>;

/** Slack's timeout for apps. */
const TIMEOUT_MS = 3000;

/** The headers that prove that a body is from Slack. @param atMs epoch milliseconds */
export function signatureHeaders(body: string, secret: string, atMs: number): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature };
}

const REFUSALS: Record<number, string> = {
  401: 'Handback refused this: it does not trust the signature of the sandbox. Was it started with npm start?',
  404: 'Handback is running, but without Slack. Start it with npm start.',
};

/** Posts to the product's webhook as Slack would. */
export const createSignedPost =
  ({ productUrl, signingSecret, now, timeoutMs = TIMEOUT_MS }: SignedPostParts): SignedPost =>
  async (body, contentType) => {
    const url = productUrl();
    try {
      const response = await fetch(`${url}/api/slack/events`, {
        method: 'POST',
        headers: { 'content-type': contentType, ...signatureHeaders(body, signingSecret, now()) },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) return { isTaken: true, body: await response.text() };
      return { isTaken: false, why: REFUSALS[response.status] ?? `Handback answered with status ${response.status}.` };
    } catch (error) {
      const isSlow = (error as Error).name === 'TimeoutError';
      const patience = `Handback did not answer within ${timeoutMs / 1000} seconds. Please try again.`;
      return { isTaken: false, why: isSlow ? patience : `Handback is not running at ${url}. Start it with npm start.` };
    }
  };
