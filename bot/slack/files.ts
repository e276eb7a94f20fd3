import { Readable } from 'node:stream';
import type { ChannelHost } from '../../contract/channel.ts';
import type { FileView } from '../../contract/files.ts';
import type { Question } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import { ProblemError } from '../../contract/problem.ts';
import type { SlackClient } from './callSlack.ts';

/** Slack's file host. The bot token is sent only there. */
const FILES_ORIGIN = 'https://files.slack.com';
const FETCH_MS = 60_000;

interface Field {
  question: Pick<Question, 'requestId'>;
  variable: string;
  person: Person;
}

/** Files chosen in a form. */
export interface Files {
  /**
   * Downloads a file from Slack and stores it as if the person had uploaded it in the web client.
   * @throws ProblemError naming the field, if Slack does not return the file or it is refused
   */
  keep(fileId: string, field: Field): Promise<FileView>;
}

interface Parts {
  host: Pick<ChannelHost, 'keepFile' | 'originOf' | 'log'>;
  client: SlackClient;
  botToken: string;
}

export function createFiles({ host, client, botToken }: Parts): Files {
  const origin = host.originOf(FILES_ORIGIN);

  async function find(fileId: string) {
    const { file } = await client.files.info({ file: fileId });
    const url = file?.url_private_download ?? file?.url_private;
    if (!file || url === undefined || new URL(url).origin !== origin)
      throw new Error('Slack does not say where it is.');
    const { name, mimetype, size } = file; // each can be null
    return { url, name: name || 'file', type: mimetype ?? '', size: size ?? null };
  }

  /** A redirect leads to Slack's sign-in, which means that the app may not read files. */
  async function open(url: string): Promise<Readable> {
    const headers = { authorization: `Bearer ${botToken}` };
    const response = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(FETCH_MS) });
    if (!response.ok || !response.body) throw new Error(`Slack answered with ${response.status}.`);
    return Readable.fromWeb(response.body);
  }

  const notFetched = (error: unknown, variable: string): ProblemError => {
    host.log.warn({ err: error, channel: 'slack' }, 'a file could not be fetched from Slack');
    const checks = { [variable]: { id: 'fileNotFetched', values: {} } as const };
    return new ProblemError('validation_failed', 'A file could not be fetched from Slack.', { checks });
  };

  return {
    async keep(fileId, { question: { requestId }, variable, person }) {
      const fetched = find(fileId).then(async (file) => ({ ...file, content: await open(file.url) }));
      const { content, name, type, size } = await fetched.catch((error: unknown) => {
        throw notFetched(error, variable);
      });
      let broken: unknown;
      content.once('error', (error) => (broken = error));
      try {
        return await host.keepFile({ requestId, variable, person, name, type, content, announced: size });
      } catch (error) {
        throw error === broken ? notFetched(error, variable) : error; // the download broke off
      } finally {
        content.destroy(); // stops reading a refused file
      }
    },
  };
}
