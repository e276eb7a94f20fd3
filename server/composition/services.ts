import type { ChannelHost } from '../../contract/channel.ts';
import { createChannelHost } from '../channels/host.ts';
import { createEventStreams, type EventStreams } from '../channels/web/eventStream.ts';
import type { WaitDetails } from '../flow/executionView.ts';
import type { Config } from '../foundation/config.ts';
import type { Authenticate } from '../foundation/http/authenticate.ts';
import { createIssueToken } from '../messages/deliveries/issueToken.ts';
import type { Directory } from '../people/directory/directory.ts';
import { requestSubject } from '../requests/requestSubject.ts';
import { waitsOf } from '../requests/waitDetails.ts';
import { composeBackground, type Background } from './background.ts';
import { composeChannels, type Channels } from './channels.ts';
import { layGround, type Ground, type ServiceOptions } from './ground.ts';
import { composePeople } from './people.ts';
import { composeWork, type Work } from './work.ts';

/** Every part of a server that is not HTTP; main mounts routes on it, tests use it without. */
export interface Services
  extends
    Omit<Ground, 'options' | 'cipher'>,
    Omit<Work, 'close'>,
    Omit<Channels, 'close'>,
    Pick<Background, 'loops' | 'idle' | 'start'> {
  directory: Directory;
  authenticate: Authenticate;
  streams: EventStreams;
  hostFor(channel: string): ChannelHost;
  waitsOf(executionId: string): Promise<ReadonlyMap<string, WaitDetails>>;
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
  /** Ends connections; after `stop`. */
  close(): Promise<void>;
}

/** Opens the database, then builds every part on it; nothing runs before `start`. */
export async function createServices(config: Config, options: ServiceOptions): Promise<Services> {
  const ground = await layGround(config, options);
  try {
    return await compose(ground);
  } catch (error) {
    await ground.signals.close();
    await ground.database.close();
    throw error;
  }
}

async function compose(ground: Ground): Promise<Services> {
  const { config, reader, signals, logger, now, report } = ground;
  const { settings, channels, close: closeChannels } = await composeChannels(ground);
  const people = await composePeople(config, settings, now);
  const { close: closeWork, ...work } = composeWork(ground, people.directory, channels);
  const streams = createEventStreams({ reader, signals, report: (error) => report(error, 'events') });
  const subject = requestSubject({ reader, describe: work.describe });
  const issueToken = createIssueToken({ ...ground, channels, subject });
  const background = composeBackground(ground, { ...work, close: closeWork }, { channels, streams, subject });
  return {
    ...ground,
    ...people,
    ...work,
    settings,
    channels,
    streams,
    loops: background.loops,
    idle: () => background.idle(),
    hostFor: (channel) =>
      createChannelHost({
        ...ground,
        ...people,
        ...work,
        issueToken,
        channel,
        publicUrl: config.publicUrl,
        log: logger,
      }),
    waitsOf: (executionId) => waitsOf(reader, executionId),
    start: () => background.start(),
    async stop() {
      streams.close();
      await background.stop();
      await work.assistant.stop();
      await work.engine.close();
      work.broker.close();
    },
    async close() {
      await closeChannels();
      await closeWork();
      await signals.close();
      await ground.database.close();
    },
  };
}
