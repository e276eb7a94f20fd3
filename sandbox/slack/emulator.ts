// cspell:ignore xoxp An emulation of Slack's Web API. The emulator would listen on all network interfaces, so it gets a
// socket in its own folder instead of a port; `webApi.ts` listens on a port in front of it.
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { createEmulator } from 'emulate';
import type { Tenant, TenantPerson } from '../tenant.ts';
import { SLACK_APP } from './slackApp.ts';
import { createStableIds, stableId, type StableIds } from './stableIds.ts';

export interface ApiRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface ApiAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** The response of every Web API method. */
export type SlackResult = { ok: boolean; error?: string } & Record<string, unknown>;

/** A person of the tenant who has an account in the workspace. */
export interface Member {
  person: TenantPerson;
  userId: string;
  /** The channel of their direct messages with the app. */
  channel: string;
  /** Their Slack locale. */
  locale: string;
}

export interface Emulator {
  members: readonly Member[];
  forward(request: ApiRequest): Promise<ApiAnswer>;
  /** Calls a method as the app or with another token. @throws Error with Slack's error code */
  call(method: string, args: Record<string, unknown>, token?: string): Promise<SlackResult>;
  close(): Promise<void>;
}

/** Guests have no account, so that some people are unknown to Slack. */
const hasAccount = ({ mail, guestOf, isGenerated }: TenantPerson) => mail !== null && !guestOf && !isGenerated;

/** The token for posting as a person. */
export const tokenOf = ({ key }: TenantPerson): string => `xoxp-sandbox-${key}`;

const seedOf = (tenant: Tenant, people: TenantPerson[]) => ({
  slack: {
    team: { name: tenant.displayName, domain: 'sandbox' },
    users: people.map(({ key, displayName, mail }) => ({ name: key, real_name: displayName, email: mail })),
    oauth_apps: [
      {
        client_id: 'sandbox',
        client_secret: 'sandbox',
        app_id: SLACK_APP.appId,
        bot_id: SLACK_APP.botId,
        bot_user_id: SLACK_APP.botUserId,
        bot_name: 'handback',
        name: SLACK_APP.name,
        redirect_uris: [],
        scopes: SLACK_APP.scopes,
      },
    ],
    tokens: [
      {
        token: SLACK_APP.botToken,
        type: 'bot',
        user_id: SLACK_APP.botUserId,
        app_id: SLACK_APP.appId,
        bot_id: SLACK_APP.botId,
        scopes: SLACK_APP.scopes,
      },
      ...people.map((person) => ({ token: tokenOf(person), user: person.key })),
    ],
    strict_scopes: true,
  },
});

function send(socketPath: string, { method, path: to, headers, body }: ApiRequest): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    // `host` determines the emulator's own URL; without an agent no kept-alive connection delays its end.
    const options = { socketPath, method, path: to, headers: { ...headers, host: 'slack.com' }, agent: false };
    const request = http.request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 502,
          contentType: response.headers['content-type'] ?? 'application/json',
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    request.on('error', reject);
    request.end(body);
  });
}

async function membersOf(people: TenantPerson[], ids: StableIds, call: Emulator['call']): Promise<Member[]> {
  return Promise.all(
    people.map(async (person) => {
      const { user } = await call('users.lookupByEmail', { email: person.mail });
      const userId = ids.learn((user as { id: string }).id, stableId('U', person.key));
      const { channel } = await call('conversations.open', { users: userId });
      return {
        person,
        userId,
        channel: ids.learn((channel as { id: string }).id, stableId('D', person.key)),
        locale: person.preferredLanguage ?? 'en-US',
      };
    }),
  );
}

/** Starts the emulator with the tenant's people and the app, which already has a conversation with each of them. */
export async function startEmulator(tenant: Tenant): Promise<Emulator> {
  const people = tenant.people.filter(hasAccount);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'handback-slack-'));
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, 'api');
  const emulator = await createEmulator({
    service: 'slack',
    port: socketPath as unknown as number, // passed to `listen`, which accepts a port or a path
    baseUrl: 'https://slack.com',
    seed: seedOf(tenant, people),
  });
  const ids = createStableIds();
  const forward = async (request: ApiRequest): Promise<ApiAnswer> => {
    const body = ids.inward(request.body);
    const answer = await send(socketPath, { ...request, path: ids.inward(request.path), body });
    return { ...answer, body: ids.outward(answer.body) };
  };
  const close = async () => {
    await emulator.close();
    await rm(folder, { recursive: true, force: true });
  };
  const call: Emulator['call'] = async (method, args, token = SLACK_APP.botToken) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { body } = await forward({ method: 'POST', path: `/api/${method}`, headers, body: JSON.stringify(args) });
    const result = JSON.parse(body) as SlackResult;
    if (!result.ok) throw new Error(`${method}: ${result.error}`);
    return result;
  };
  try {
    return { members: await membersOf(people, ids, call), forward, call, close };
  } catch (error) {
    await close();
    throw error;
  }
}
