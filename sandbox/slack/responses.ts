// `response_url`s, through which an app can respond after it has acknowledged an interaction.
import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Emulator, Member } from './emulator.ts';
import { record, whisperOf } from './recording.ts';
import type { SlackMessage, Workspace } from './workspace.ts';

export interface Responses {
  /** Creates a `response_url`. @param message the pressed message, if any */
  urlFor(member: Member, message: SlackMessage | null): string;
  /** Handles an app's call to one. False if the id is unknown. */
  take(id: string, body: unknown): Promise<boolean>;
  /** Sends a message that only one person sees. */
  whisper(member: Member, said: Record<string, unknown>): void;
}

interface ResponseParts {
  emulator: Emulator;
  workspace: Workspace;
  apiUrl(): string;
  /** The time of a message, in seconds. */
  stamp(): string;
}

const MOST_OPEN = 200;

export function createResponses({ emulator, workspace, apiUrl, stamp }: ResponseParts): Responses {
  const open = new LRUCache<string, { member: Member; message: SlackMessage | null }>({ max: MOST_OPEN });
  const whisper = (member: Member, said: Record<string, unknown>) =>
    workspace.putMessage(member.userId, whisperOf(member.channel, stamp(), said));

  return {
    whisper,
    urlFor(member, message) {
      const id = randomUUID();
      open.set(id, { member, message });
      return `${apiUrl()}/actions/${id}`;
    },
    async take(id, body) {
      const found = open.get(id);
      if (!found) return false;
      const { member, message } = found;
      const said = (body ?? {}) as Record<string, unknown>;
      const method = said['delete_original'] ? 'chat.delete' : said['replace_original'] ? 'chat.update' : null;
      if (!method) whisper(member, said);
      else if (message?.isEphemeral) {
        if (method === 'chat.delete') workspace.removeMessage(member.userId, message.ts);
        else workspace.putMessage(member.userId, whisperOf(member.channel, message.ts, said));
      } else if (message) {
        const args = { channel: member.channel, ts: message.ts, text: said['text'], blocks: said['blocks'] };
        record(workspace, { method, args, result: await emulator.call(method, args) });
      }
      return true;
    },
  };
}
