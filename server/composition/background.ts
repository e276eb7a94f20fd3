import type { Channel } from '../../contract/channel.ts';
import type { EventStreams } from '../channels/web/eventStream.ts';
import { executionRetention } from '../flow/executionRetention.ts';
import { auditRetention } from '../foundation/audit/auditRetention.ts';
import { createSealer } from '../foundation/audit/sealer.ts';
import { createLoops, every, type Loops } from '../foundation/schedule/loops.ts';
import { createRetention } from '../foundation/schedule/retention.ts';
import { createDeliveryLoop } from '../messages/deliveries/deliveryLoop.ts';
import type { Subject } from '../messages/deliveries/subject.ts';
import { tokenRetention } from '../messages/deliveries/tokenRetention.ts';
import { promptTemplateRetention, requestRetention } from '../requests/requestRetention.ts';
import type { Ground } from './ground.ts';
import type { Work } from './work.ts';

const HEARTBEAT_MS = 15_000;

export interface Background {
  loops: Loops;
  /** Resolves when no delivery is under way; ticks do not wait for that. */
  idle(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** Everything that happens by itself: time-outs, take-overs, deliveries, the audit's seal, heartbeats, purges. */
export function composeBackground(
  { units, reader, signals, now, report }: Ground,
  { engine, broker, assistant, files }: Work,
  { channels, streams, subject }: { channels: ReadonlyMap<string, Channel>; streams: EventStreams; subject: Subject },
): Background {
  const deliveries = createDeliveryLoop({
    units,
    reader,
    channels,
    subject,
    now,
    random: Math.random,
    report,
  });
  const heartbeat = every('events.heartbeat', HEARTBEAT_MS, () => streams.heartbeat());
  const sealer = createSealer({ units, reader });
  const loops = createLoops(
    [...engine.loops, ...broker.loops, deliveries, assistant.loop, files.loop, sealer, heartbeat],
    {
      now,
      report,
    },
  );
  const stopListening = signals.subscribe({
    changed(topic, ids) {
      if (topic === 'delivery') deliveries.poke();
      else if (topic === 'request') deliveries.changed(ids);
      else return;
      loops.poke();
    },
    mayHaveMissed() {
      deliveries.missed();
      loops.poke();
    },
  });
  const retention = createRetention({
    rows: [promptTemplateRetention, tokenRetention, requestRetention, executionRetention, auditRetention],
    inUnit: (work) => units.run(({ trx }) => work(trx)),
    now,
    report,
  });
  return {
    loops,
    idle: () => deliveries.idle(),
    start() {
      loops.start();
      retention.start();
    },
    async stop() {
      stopListening();
      await loops.stop();
      await deliveries.stop();
      await retention.stop();
    },
  };
}
