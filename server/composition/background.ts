import type { Channel } from '../../contract/channel.ts';
import { noticeRetention } from '../assignments/noticeRetention.ts';
import type { EventStreams } from '../channels/web/eventStream.ts';
import { messageKeyRetention } from '../chats/messageKeyStore.ts';
import { madeKeyRetention } from '../foundation/madeKeyStore.ts';
import { startKeyRetention } from '../flow/beginStore.ts';
import { executionRetention } from '../flow/executionRetention.ts';
import type { Link } from '../foundation/audit/chain.ts';
import { createHeadLog } from '../foundation/audit/auditHead.ts';
import { createAuditRetention } from '../foundation/audit/auditRetention.ts';
import { createSealer } from '../foundation/audit/sealer.ts';
import { createLoops, every, type Loops } from '../foundation/schedule/loops.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import { createRetention } from '../foundation/schedule/retention.ts';
import { createDeliveryLoop } from '../messages/deliveries/deliveryLoop.ts';
import type { Subjects } from '../messages/deliveries/subject.ts';
import { createTokenRetention } from '../messages/deliveries/tokenRetention.ts';
import { delegationRetention } from '../people/onBehalf/delegationRetention.ts';
import { profileRetention } from '../people/profiles/profileRetention.ts';
import type { Directory } from '../people/directory/directory.ts';
import type { Profiles } from '../people/profiles/profiles.ts';
import { createFiling } from '../requests/filing.ts';
import { createPlacing } from '../requests/placing.ts';
import { createWaking } from '../requests/waking.ts';
import { promptTemplateRetention, requestRetention } from '../requests/requestRetention.ts';
import { createAnswerBinder } from '../requests/resealAnswers.ts';
import type { Documents } from './documents.ts';
import type { Ground } from './ground.ts';
import type { Work } from './work.ts';

const HEARTBEAT_MS = 15_000;
const TELL_DROPPED_MS = 60_000;

export interface Background {
  loops: Loops;
  /** The last audit head this server logged. */
  loggedHead(): Link | null;
  /** Resolves when no delivery is in progress; ticks do not wait for that. */
  idle(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/** The loops that seal and log the audit, and those that keep the log short. */
function watching({ units, reader, audit, auditSeal, logger, security, faultLoop }: Ground) {
  const dropped = every('security.dropped', TELL_DROPPED_MS, async () => security.tellDropped());
  const headLog = createHeadLog(audit, logger);
  return {
    loops: [createSealer({ units, reader, seal: auditSeal }), headLog, dropped, faultLoop],
    loggedHead: headLog.logged,
  };
}

/** The purges of everything that expires. */
const purging = ({ units, auditSeal, now, steady, report }: Ground, subjects: Subjects) =>
  createRetention({
    rows: [
      startKeyRetention,
      messageKeyRetention,
      madeKeyRetention,
      promptTemplateRetention,
      createTokenRetention(subjects.kinds),
      requestRetention,
      noticeRetention,
      executionRetention,
      delegationRetention,
      profileRetention,
      createAuditRetention(auditSeal),
    ],
    inUnit: (work) => units.run(({ trx }) => work(trx)),
    now,
    steady,
    report,
  });

/** Wakes the loops on signals of other servers and other parts. */
function listen(
  signals: Ground['signals'],
  deliveries: ReturnType<typeof createDeliveryLoop>,
  loops: Loops,
): () => void {
  return signals.subscribe({
    changed(topic, ids) {
      if (topic === 'delivery') deliveries.poke();
      else if (topic === 'request' || topic === 'subject') deliveries.changed(ids);
      else return;
      loops.poke();
    },
    mayHaveMissed() {
      deliveries.missed();
      loops.poke();
    },
  });
}

/** Parts of other rooms that run in the background, or are needed for that. */
interface Others {
  channels: ReadonlyMap<string, Channel>;
  streams: EventStreams;
  subjects: Subjects;
  live: LiveSettings;
  directory: Pick<Directory, 'personById'>;
  profiles: Pick<Profiles, 'loop'>;
  documents: Pick<Documents, 'indexer'>;
}

/** Everything that runs by itself: time-outs, take-overs, deliveries, the audit's seal, heartbeats, purges. */
export function composeBackground(
  ground: Ground,
  { engine, broker, assistant, assigned, files }: Work,
  { channels, streams, subjects, live, directory, profiles, documents: { indexer } }: Others,
): Background {
  const { units, reader, signals, cipher, readiness, metrics, logger, now, steady, report } = ground;
  const deliveries = createDeliveryLoop({
    units,
    reader,
    channels,
    subjects,
    directory,
    now,
    steady,
    random: Math.random,
    report,
    log: logger,
    onAttempted: (channel, outcome) => metrics.count('handback_delivery_attempts_total', { channel, outcome }),
    onFailed: (subjectId) => signals.publish('undelivered', subjectId),
  });
  const binder = createAnswerBinder({ units, reader, cipher, report });
  const inboxes = [
    createFiling({ units, reader }),
    createWaking({ units, reader, signals }),
    createPlacing({ units, reader }),
  ];
  const watched = watching(ground);
  const open = [
    every('events.heartbeat', HEARTBEAT_MS, () => streams.heartbeat()),
    live.loop,
    profiles.loop,
    indexer.loop,
  ];
  const own = [deliveries, ...assigned.loops, assistant.loop, files.loop, ...inboxes, ...watched.loops, binder];
  const loops = createLoops([...engine.loops, ...broker.loops, ...own, ...open], { now, steady, report });
  readiness.watch('loops', () => loops.trouble());
  const stopListening = listen(signals, deliveries, loops);
  const retention = purging(ground, subjects);
  return {
    loops,
    loggedHead: watched.loggedHead,
    idle: () => deliveries.idle(),
    start() {
      loops.start();
      retention.start();
    },
    async stop() {
      stopListening();
      await loops.stop();
      await indexer.stop();
      await deliveries.stop();
      await retention.stop();
    },
  };
}
