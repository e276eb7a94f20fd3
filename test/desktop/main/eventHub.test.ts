import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import type { ServerEvent } from '../../../contract/events.ts';
import { createListening } from '../../../desktop/main/listening.ts';
import { until } from '../../support/until.ts';

const RECONNECT_MS = 60_000;
const BEAT: ServerEvent = { event: 'heartbeat', data: { inbox: '1.0' } };
const BYE: ServerEvent = { event: 'bye', data: { reconnectInMs: RECONNECT_MS } };

const textOf = ({ event, data }: ServerEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

describe('the event stream that the windows of the desktop app share', () => {
  it('tells windows when to come back, if the server stops', async () => {
    let streams = 0;
    let server!: ReadableStreamDefaultController<Uint8Array>;
    const write = (event: ServerEvent) => server.enqueue(new TextEncoder().encode(textOf(event)));
    const listening = createListening({
      async ask() {
        streams++;
        return new Response(new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (each) => void (server = each) }));
      },
      isOnline: () => true,
      onEvent() {},
      onMissed() {},
      onChange() {},
    });
    listening.begin();
    await until(() => streams === 1);
    write(BEAT);
    await until(() => listening.state() === 'live');
    const window = listening.copy(new Request('app://handback/api/events'))!;
    write(BYE);
    server.close();
    const heard = await window.text();
    expect(heard).to.include(textOf(BEAT));
    const [, told] = /event: bye\ndata: \{"reconnectInMs":(\d+)\}/.exec(heard) ?? [];
    expect(Number(told)).to.be.at.least(RECONNECT_MS);
    for (let n = 0; n < 5; n++) await turn();
    expect(streams, 'before that time').to.equal(1);
    listening.end();
  });
});
