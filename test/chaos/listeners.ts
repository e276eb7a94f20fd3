import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** People's clients that listen to events, and reconnect when their stream ends, like the web client. */
export interface Listeners {
  /** Streams that ended with a hint when to reconnect. */
  told(): number;
  /** Streams that ended without one, and refused connections. */
  cut(): number;
  /** Resolves once everybody is connected. */
  all(): Promise<void>;
  stop(): void;
}

const LOOK_EVERY_MS = 20;
const AGAIN_MS = 100;

export function listen(url: string, bearers: readonly string[]): Listeners {
  const open = new Set<http.ClientRequest>();
  let listening = 0;
  let told = 0;
  let cut = 0;
  let isOver = false;

  async function listenOn(bearer: string): Promise<void> {
    while (!isOver) {
      if (await listenOnce(bearer)) told++;
      else if (!isOver) cut++;
      await sleep(AGAIN_MS);
    }
  }

  /** True if the server said goodbye. */
  function listenOnce(bearer: string): Promise<boolean> {
    return new Promise((resolve) => {
      let said = '';
      let isListening = false;
      const request = http.get(`${url}/api/events`, { headers: { authorization: `Bearer ${bearer}` }, agent: false });
      open.add(request);
      const end = () => {
        open.delete(request);
        if (isListening) listening--;
        resolve(said.includes('event: bye'));
      };
      request.once('error', end);
      request.once('response', (response) => {
        isListening = response.statusCode === 200;
        if (isListening) listening++;
        response.setEncoding('utf8').on('data', (part: string) => (said = (said + part).slice(-200)));
        response.on('error', () => {}).once('close', end);
      });
    });
  }

  for (const bearer of bearers) void listenOn(bearer);
  return {
    told: () => told,
    cut: () => cut,
    async all() {
      while (listening < bearers.length) await sleep(LOOK_EVERY_MS);
    },
    stop() {
      isOver = true;
      for (const request of open) request.destroy();
    },
  };
}
