import type { Channel } from '../../../contract/channel.ts';
import { createLocalSignals, type Signals } from '../../../server/foundation/database/signals.ts';
import { insertExecutions } from '../../../server/flow/executionStore.ts';
import { createDeliveryLoop, type DeliveryLoop } from '../../../server/messages/deliveries/deliveryLoop.ts';
import { deliveriesOf, type StoredDelivery } from '../../../server/messages/deliveries/deliveryStore.ts';
import { subjectsOf } from '../../../server/messages/deliveries/subject.ts';
import { createBroker, type Broker } from '../../../server/requests/broker.ts';
import { createPresenter } from '../../../server/requests/presenter.ts';
import { nudgeSubject } from '../../../server/requests/nudgeSubject.ts';
import { requestSubject } from '../../../server/requests/requestSubject.ts';
import type { NewRequest } from '../../../server/requests/requestStore.ts';
import type { OpenUrl } from '../../support/databases.ts';
import { useStore, type TestStore } from '../../support/openStore.ts';
import { NOW, aRequest, aSubmission, anExecution, raise, requestIdOf } from '../../support/seeds.ts';
import { recordingChannel, type RecordingChannel } from './recordingChannel.ts';

export const HOUR_MS = 3_600_000;

/** A database with requests, and one server that delivers them; a test moves the clock. */
export interface DeliveryStage {
  store: TestStore;
  broker: Broker;
  signals: Signals;
  /** A channel whose copies can be rewritten. */
  chat: RecordingChannel;
  /** One whose copies cannot. */
  mail: RecordingChannel;
  loop: DeliveryLoop;
  reported: unknown[];
  /** The lines of the log. */
  logged: object[];
  now(): number;
  advance(ms: number): void;
  /** Starts what is due and waits until it is done. */
  tick(): Promise<void>;
  /** Moves the clock, then ticks. */
  after(ms: number): Promise<void>;
  /** Asks people; resolves with the request's id. */
  ask(name: string, people: string[], more?: Partial<NewRequest> & { channels?: string[] }): Promise<string>;
  answer(requestId: string, person: string): Promise<void>;
  deliveries(requestId: string): Promise<StoredDelivery[]>;
  /** The channels that are switched on, by name, for all servers. */
  channels: Map<string, Channel>;
  /** Another server on the same database, which gets no signals. */
  anotherLoop(callMs?: number, channels?: Map<string, Channel>): DeliveryLoop;
}

/** @param hears false: signals are lost, as when a server dies between its commit and the signal */
export function useDeliveryStage(openUrl: OpenUrl, { hears = true } = {}): DeliveryStage {
  const stage = { store: useStore(openUrl) } as DeliveryStage;
  let at = NOW;
  const now = () => at;

  function newLoop(callMs?: number, channels = stage.channels): DeliveryLoop {
    const { db, units } = stage.store;
    const presenter = createPresenter({
      reader: db.reader,
      publicUrl: 'http://here',
      nameOfChannel: String,
      workOf: async () => null,
      now,
    });
    return createDeliveryLoop({
      units,
      reader: db.reader,
      channels,
      subjects: subjectsOf([
        requestSubject({ reader: db.reader, presenter }),
        nudgeSubject({ reader: db.reader, publicUrl: 'http://here', now }),
      ]),
      now,
      steady: now,
      random: () => 1,
      report: (error) => void stage.reported.push(error),
      log: { warn: (details, text) => void stage.logged.push({ text, ...details }) },
      callMs,
    });
  }

  beforeEach(() => {
    at = NOW;
    const { db, units } = stage.store;
    stage.reported = [];
    stage.logged = [];
    stage.chat = recordingChannel('chat', now);
    stage.mail = recordingChannel('mail', now, { canRewrite: false, tokenPolicy: 'with_answer' });
    stage.channels = new Map([stage.chat, stage.mail].map((channel) => [channel.name, channel]));
    stage.signals = createLocalSignals();
    stage.broker = createBroker({
      units,
      reader: db.reader,
      signals: stage.signals,
      now,
      takeIn: (_unit, ids) => Promise.resolve(ids),
      release: () => {},
      releaseLater: () => {},
      report: (error) => void stage.reported.push(error),
    });
    stage.loop = newLoop();
    const { loop, signals } = stage;
    if (hears) signals.subscribe({ changed: (topic, ids) => void (topic === 'request' && loop.changed(ids)) });
  });
  afterEach(async () => {
    stage.broker.close();
    await stage.loop.stop();
  });

  const tick = async () => {
    await stage.loop.tick(at);
    await stage.loop.idle();
  };
  return Object.assign(stage, {
    now,
    advance: (ms: number) => void (at += ms),
    tick,
    after(ms: number) {
      at += ms;
      return tick();
    },
    async ask(
      name: string,
      people: string[],
      { channels = ['chat'], ...more }: Partial<NewRequest> & { channels?: string[] } = {},
    ) {
      await stage.store.units.run(async ({ trx }) => {
        await insertExecutions(trx, [anExecution(name)]);
        const request = aRequest(name, { raisedAt: at, expiresAt: at + 100 * HOUR_MS, ...more });
        await raise(trx, request, people, channels);
      });
      return requestIdOf(name);
    },
    async answer(requestId: string, person: string) {
      await stage.broker.submit(aSubmission(requestId, person, { channel: 'web', verifiedBy: 'bearer' }));
    },
    deliveries: (requestId: string) => deliveriesOf(stage.store.db.reader, requestId, at, 100),
    anotherLoop: newLoop,
  });
}
