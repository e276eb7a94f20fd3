// cspell:ignore domcontentloaded
import type { Browser, Locator, Page } from 'playwright-core';
import type { Playground } from '../../sandbox/teams/playground.ts';
import { startTeamsClient } from '../../sandbox/teams/teamsClient.ts';
import { findPerson } from '../../sandbox/tenant.ts';
import { launchBrowser } from '../support/chromium.ts';
import { freePort } from '../support/freePort.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { asking, publish } from './support.ts';

/** A person's Teams in a browser, in the chat with the bot. */
export interface Teams {
  page: Page;
  /** The newest card with this text. */
  card(text: string): Locator;
  /** Writes to the bot. */
  write(text: string): Promise<void>;
  /** Resolves when this text is in the conversation. */
  reads(text: string): Promise<void>;
}

/** The whole product with its real bot, and some people, each with Teams in a real browser. */
export interface TeamsStage<Name extends string> {
  product: TestProduct;
  teams: Record<Name, Teams>;
  /** A person opens Teams for the first time. */
  open(name: string): Promise<Teams>;
  /** Moves the product's clock, and lets every loop do what has become due. */
  after(ms: number): Promise<void>;
  /** Asks one question in Teams only, and resolves with the request's id. */
  ask(human: Record<string, unknown>): Promise<string>;
}

/** On a busy machine the playground's page, which is not ours, has taken more than 20 s. */
const OPEN_MS = 60_000;
const DAYS_30_SECONDS = 30 * 24 * 3600;

/** Sets the stage up before a suite and clears it afterwards; the playgrounds start once. */
export function useTeams<Name extends string>(names: readonly Name[]): TeamsStage<Name> {
  const stage = { teams: {} } as TeamsStage<Name>;
  const clients: Playground[] = [];
  let browser: Browser;
  let aheadMs = 0;
  let questions = 0;
  const now = () => Date.now() + aheadMs;

  before(async () => {
    // the sandbox uses the real time, because libraries verify its signatures with it
    stage.product = await startProduct({
      now,
      chats: true,
      config: { slackBotToken: null, slackSigningSecret: null },
      sandboxOptions: { lifetimeSeconds: DAYS_30_SECONDS },
    });
    browser = await launchBrowser();
    await Promise.all(names.map(async (name) => (stage.teams[name] = await stage.open(name))));
  });
  after(async () => {
    await browser?.close();
    await Promise.all(clients.map((client) => client.close()));
    await stage.product?.close();
  });

  return Object.assign(stage, {
    async open(name: string) {
      const client = await startClient(stage.product, name);
      clients.push(client);
      return openTeams(browser, client.url);
    },
    after(ms: number) {
      aheadMs += ms;
      return stage.product.product.services.background.loops.tick(now());
    },
    async ask(human: Record<string, unknown>) {
      const ada = await stage.product.as('ada@sandbox.test');
      const id = `teams-${++questions}`;
      const flow = asking({ id, human: { channels: ['teams'], ...human } });
      await publish(ada, flow);
      const executionId = await stage.product.run(ada, id);
      await stage.product.reached(ada, executionId, 'waiting');
      return `${executionId}-ask`;
    },
  });
}

export async function startClient({ sandbox, url }: TestProduct, name: string): Promise<Playground> {
  const { tenant, teams } = sandbox;
  const person = findPerson(tenant, `${name}@sandbox.test`)!;
  return startTeamsClient({
    tenant,
    person,
    sign: teams.sign,
    target: `${url}/api/messages`,
    port: await freePort(),
  });
}

/** Opens the chat with the bot and waits until the two have met. */
export async function openTeams(browser: Browser, url: string): Promise<Teams> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1400, height: 1000 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  context.setDefaultNavigationTimeout(OPEN_MS);
  const page = await context.newPage();
  await page.route(/cdn\.office\.net/, (route) => route.abort()); // fonts, its only outside requests
  await page.goto(url, { waitUntil: 'domcontentloaded' });
  await page.getByText('conversationUpdate 200').waitFor({ timeout: OPEN_MS });
  return {
    page,
    card: (text) => page.locator('.ac-adaptiveCard').filter({ hasText: text }).last(),
    async write(text) {
      await page.locator('[data-lexical-editor]').fill(text);
      await page.keyboard.press('Enter');
    },
    reads: (text) => page.getByText(text).last().waitFor(),
  };
}
