// The sandbox's Slack: an emulated workspace, and the page where people read and answer.
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { checkLimits } from '../../bot/slack/limits.ts';
import { explainBusyPort } from '../ports.ts';
import type { Tenant } from '../tenant.ts';
import { startEmulator, type Emulator, type Member } from './emulator.ts';
import { createInteractions, type Interactions } from './interactions.ts';
import { pageRoutes } from './pageRoutes.ts';
import { createSignedPost, type SignedPost } from './signedPost.ts';
import { SLACK_APP } from './slackApp.ts';
import { createWebApi, type WebApi } from './webApi.ts';
import { fromJson } from './recording.ts';
import { createResponses } from './responses.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

export interface SlackOptions {
  tenant: Tenant;
  ports: { slack: number; slackPage: number };
  /** The product's URL. */
  productUrl(): string;
  /** Epoch milliseconds; the emulator itself uses the machine's clock. */
  now?(): number;
  signingSecret?: string;
}

/** The sandbox Slack's handle for tests. */
export interface SandboxSlack {
  /** The origin that stands in for https://slack.com */
  url: string;
  pageUrl: string;
  workspace: Workspace;
  interactions: Interactions;
  emulator: Emulator;
  api: WebApi;
  /** Posts any body to the product's webhook, signed. */
  post: SignedPost;
  /** @throws Error if `tenant.json` has no such person with an account */
  member(key: string): Member;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

async function listen(app: FastifyInstance, service: string, port: number): Promise<number> {
  try {
    await app.listen({ host: HOST, port });
  } catch (error) {
    throw explainBusyPort(error, service, port);
  }
  return (app.server.address() as AddressInfo).port;
}

/** Starts both, on this machine only. @throws Error with one line if a port is taken */
export async function startSlack(options: SlackOptions): Promise<SandboxSlack> {
  const { tenant, ports, productUrl, now = Date.now, signingSecret = SLACK_APP.signingSecret } = options;
  const emulator = await startEmulator(tenant);
  const workspace = createWorkspace(emulator.members);
  const api = createWebApi({ emulator, workspace, checkLimits: (payload) => checkLimits(payload as never) });
  const post = createSignedPost({ productUrl, signingSecret, now });
  let url = '';
  const stamp = () => (now() / 1000).toFixed(6);
  const responses = createResponses({ emulator, workspace, apiUrl: () => url, stamp });
  const interactions = createInteractions({ emulator, workspace, responses, post, stamp, now });
  api.app.post<{ Params: { id: string } }>('/actions/:id', async ({ params, body }, reply) => {
    const isKnown = await responses.take(params.id, fromJson(body));
    return isKnown ? { ok: true } : reply.code(404).send({ ok: false, error: 'expired_url' });
  });
  const page = fastify({ forceCloseConnections: true });
  pageRoutes(page, { workspaceName: tenant.displayName, workspace, interactions });
  const close = async () => {
    await Promise.all([page.close(), api.app.close()]);
    await emulator.close();
  };
  try {
    url = `http://${HOST}:${await listen(api.app, "the sandbox's Slack", ports.slack)}`;
    const pageUrl = `http://localhost:${await listen(page, "the page of the sandbox's Slack", ports.slackPage)}`;
    return {
      url,
      pageUrl,
      workspace,
      interactions,
      emulator,
      api,
      post,
      member(key) {
        const found = workspace.member(key);
        if (!found) throw new Error(`Nobody in this workspace is called ${key}.`);
        return found;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
