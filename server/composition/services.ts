import type { FastifyPluginAsync } from 'fastify';
import { createChannelHost } from '../channels/host.ts';
import { createEventStreams, type EventStreams } from '../channels/web/eventStream.ts';
import type { Config } from '../foundation/config.ts';
import type { SettingValues } from '../foundation/settings/settingTable.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { createActions } from '../messages/actions/actions.ts';
import { createAuditLog, type AuditLog } from '../administration/auditLog.ts';
import { createIssueToken } from '../messages/deliveries/issueToken.ts';
import { createMoveCopy } from '../messages/deliveries/moveCopy.ts';
import type { Profiles } from '../people/profiles/profiles.ts';
import { subjectsOf, type SubjectKind, type Subjects } from '../messages/deliveries/subject.ts';
import { createAppTokens } from '../people/identity/appTokens.ts';
import { nudgeSubject } from '../requests/nudgeSubject.ts';
import { requestSubject } from '../requests/requestSubject.ts';
import { composeBackground, type Background } from './background.ts';
import { composeChannels, type Channels } from './channels.ts';
import { composeDocuments, type Documents } from './documents.ts';
import { watchGauges } from './gauges.ts';
import { openFoundation, type Ground, type ServiceOptions } from './ground.ts';
import { composePeople, type People } from './people.ts';
import { indexNameIn } from '../search/chosenIndex.ts';
import { composeSearch, type Searching } from './search.ts';
import { composeWork, type Work } from './work.ts';

/** Every part of a server except HTTP, room by room. Main mounts routes on it; tests use it without. */
export interface Services extends Pick<Channels, 'settings' | 'live' | 'kinds' | 'channels'>, Searching {
  ground: Omit<Ground, 'options' | 'cipher' | 'auditSeal'>;
  people: Omit<People, 'installBot'>;
  channelRoutes: FastifyPluginAsync[];
  work: Omit<Work, 'close'>;
  auditLog: AuditLog;
  documents: Documents;
  background: Pick<Background, 'loops' | 'idle' | 'start'>;
  streams: EventStreams;
  /** The first step of stopping: starts no new work, and hands running work to other servers. Requests are still served. */
  beginStop(): void;
  /** Whether stopping has begun: this server is not ready any more. */
  isStopping(): boolean;
  /** Ends event streams, with a hint when to reconnect. */
  endStreams(): void;
  /** Waits for work in progress. */
  stop(): Promise<void>;
  /** Closes connections; call it after `stop`. */
  close(): Promise<void>;
}

/** Opens the database and builds every part on it; nothing runs before `start`. */
export async function createServices(config: Config, options: ServiceOptions): Promise<Services> {
  const ground = await openFoundation(config, options);
  try {
    return await compose(ground);
  } catch (error) {
    await ground.signals.close();
    await ground.database.close();
    throw error;
  }
}

/** Everything people get messages about. */
function subjectsIn(
  { reader, options, config, now }: Ground,
  { presenter, assigned }: Work,
  { profiles }: People,
): Subjects {
  const nudges = nudgeSubject({ reader, publicUrl: config.publicUrl, now });
  const own = [requestSubject({ reader, presenter }), nudges, assigned.subject];
  return subjectsOf([...own, ...(options.subjects?.(reader) ?? [])].map((kind) => inReadersLanguage(kind, profiles)));
}

/** Messages use the recipient's current language and time zone, not those from when they were asked. */
const inReadersLanguage = (kind: SubjectKind, profiles: Pick<Profiles, 'asReader'>): SubjectKind => ({
  ...kind,
  async recipient(subjectId, personId) {
    const person = await kind.recipient(subjectId, personId);
    return person && profiles.asReader(person);
  },
});

/** What all channels share. */
function platformOf(
  ground: Ground,
  { installBot, registrations }: People,
  { kinds, subjects }: Pick<Channels, 'kinds'> & { subjects: Subjects },
) {
  const { publicUrl, timeZone, originMap } = ground.config;
  const issueToken = createIssueToken({ ...ground, kinds, subjects });
  return {
    publicUrl,
    timeZone,
    log: ground.logger,
    originOf: (origin: string) => originMap[origin] ?? origin,
    tenantId: () => registrations().tenantId,
    appToken: createAppTokens(createPlatformFetch(originMap)),
    issueToken,
    moveCopy: createMoveCopy(ground),
    actions: createActions({ ...ground, kinds, subjects, issueToken, publicUrl }),
    installBot,
    subjects,
  };
}

/** The settings that decide which documents can be read. */
const readBy = ({ tenantId, docSiteClientId, docSiteClientSecret, docSiteAuthType }: SettingValues) => ({
  ...{ tenantId, docSiteClientId, docSiteClientSecret, docSiteAuthType },
});

/** Lists or reads documents again when the settings change which ones can be read, or the index. */
async function followDocuments(
  { database }: Ground,
  live: Channels['live'],
  { indexing }: Documents,
  { searchIndex }: Searching,
): Promise<void> {
  if (database.kind === 'sqlite') await indexing.release();
  searchIndex.whenGone(indexing.readAllAnew);
  await live.follow(readBy, () => indexing.listNow());
  // The start never waits for an external service. If a server died before it began the chosen index, the next look does.
  let isStarting = true;
  await live.follow(
    (values) => `${indexNameIn(values)} ${isStarting}`,
    async () => {
      if (!isStarting && !searchIndex.isCurrent()) await searchIndex.begin(indexing.readAllAnew);
    },
  );
  isStarting = false;
}

async function compose(ground: Ground): Promise<Services> {
  const { config, reader, signals, report } = ground;
  const composed = await composeChannels(ground);
  const { settings, live, channels, kinds } = composed;
  const people = await composePeople(config, live, ground);
  const searching = await composeSearch(ground, people, live);
  const work = composeWork(ground, { ...people, ...searching }, composed);
  const streams = createEventStreams({ reader, signals, now: ground.now, report: (error) => report(error, 'events') });
  const subjects = subjectsIn(ground, work, people);
  const platform = platformOf(ground, people, { kinds, subjects });
  const channelRoutes = await composed.open((channel) =>
    createChannelHost({ ...ground, ...people, ...work, ...platform, channel }),
  );
  const documents = composeDocuments(ground, composed, searching, people);
  await followDocuments(ground, composed.live, documents, searching);
  const background = composeBackground(ground, work, { channels, streams, subjects, live, documents, ...people });
  watchGauges({ ...ground, ...work, ...background, channels, streams });
  const stopping = {
    isStopping: () => ground.readiness.isStopping(),
    beginStop() {
      if (ground.readiness.isStopping()) return;
      ground.readiness.beginStop();
      work.engine.handOver();
      background.stop().catch((error: unknown) => report(error, 'stop'));
    },
  };
  return {
    ground,
    people,
    work,
    ...searching,
    auditLog: createAuditLog({ ...ground, ...people }),
    documents,
    settings,
    live,
    kinds,
    channels,
    channelRoutes,
    background,
    streams,
    ...stopping,
    endStreams: () => streams.close(),
    async stop() {
      stopping.beginStop();
      streams.close();
      await background.stop();
      await people.profiles.idle();
      await work.assistant.stop();
      await work.engine.close();
      work.broker.close();
    },
    async close() {
      await composed.close();
      await work.close();
      await signals.close();
      await ground.database.close();
    },
  };
}
