import type { Browser, Locator, Page } from 'playwright-core';
import { startSlack, type SandboxSlack } from '../../sandbox/slack/slack.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { launchBrowser } from '../support/chromium.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { asking, publish } from './support.ts';

/** A person's Slack in a browser, in the conversation with the app. */
export interface SlackDesk {
  page: Page;
  /** The newest message with this text. */
  message(text: string): Locator;
  /** The open modal. */
  modal: Locator;
  /** Writes to the app. */
  write(text: string): Promise<void>;
  open(tab: 'Home' | 'Messages'): Promise<void>;
}

/** The whole product with its real app in the sandbox's Slack, and some people, each in a real browser. */
export interface SlackStage<Name extends string> {
  product: TestProduct;
  slack: SandboxSlack;
  desks: Record<Name, SlackDesk>;
  /** The browsers' complaints. */
  complaints: string[];
  /** Moves the product's clock, and lets every loop do what has become due. */
  after(ms: number): Promise<void>;
  /** Asks one question in Slack only, and resolves with the request's id. */
  ask(human: Record<string, unknown>): Promise<string>;
}

const DAYS_30_SECONDS = 30 * 24 * 3600;

/** Sets the stage up before a suite and clears it afterwards. */
export function useSlackDesks<Name extends string>(names: readonly Name[]): SlackStage<Name> {
  const stage = { desks: {}, complaints: [] as string[] } as SlackStage<Name>;
  let browser: Browser;
  let aheadMs = 0;
  let questions = 0;
  const now = () => Date.now() + aheadMs;

  before(async () => {
    const tenant = readTenant();
    const productUrl = () => stage.product.url;
    stage.slack = await startSlack({ tenant, ports: { slack: 0, slackPage: 0 }, productUrl, now });
    stage.product = await startProduct({
      now,
      chats: true,
      samples: true,
      config: { teamsAppId: null, teamsAppPassword: null, teamsTenantId: null },
      sandboxOptions: {
        tenant,
        lifetimeSeconds: DAYS_30_SECONDS,
        ports: { slack: Number(new URL(stage.slack.url).port) },
      },
    });
    browser = await launchBrowser();
    for (const name of names) stage.desks[name] = await openSlack(browser, stage, name);
  });
  after(async () => {
    await browser?.close();
    await stage.product?.close();
    await stage.slack?.close();
  });

  return Object.assign(stage, {
    after(ms: number) {
      aheadMs += ms;
      return stage.product.product.services.background.loops.tick(now());
    },
    async ask(human: Record<string, unknown>) {
      const ada = await stage.product.as('ada@sandbox.test');
      const id = `slack-${++questions}`;
      await publish(ada, asking({ id, human: { channels: ['slack'], ...human } }));
      const executionId = await stage.product.run(ada, id);
      await stage.product.reached(ada, executionId, 'waiting');
      return `${executionId}-ask`;
    },
  });
}

export async function openSlack(
  browser: Browser,
  { slack, complaints }: Pick<SlackStage<string>, 'slack' | 'complaints'>,
  name: string,
): Promise<SlackDesk> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    viewport: { width: 1180, height: 860 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(`${slack.pageUrl}/?as=${name}`);
  return {
    page,
    message: (text) => page.getByRole('article').filter({ hasText: text }).last(),
    modal: page.getByRole('dialog'),
    async write(text) {
      await page.getByLabel('Message to Handback').fill(text);
      await page.keyboard.press('Enter');
    },
    open: (tab) => page.getByRole('link', { name: tab, exact: true }).click(),
  };
}
