import type { Browser, BrowserContext, Page } from 'playwright-core';
import { closeContext, sharedBrowser } from '../../support/chromium.ts';
import { until as untilHere } from '../../support/until.ts';
import { buildClient } from '../support/build.ts';
import { stayAfterAnswers } from '../support/screens/question.ts';
import { signInOn } from '../support/screens/signIn.ts';
import { startStandIn, type StandIn } from '../support/standIn.ts';

export interface Client {
  standIn: StandIn;
  page: Page;
  context: BrowserContext;
  /** Warnings and errors of the page, including policy violations. */
  complaints: string[];
}

interface Options {
  viewport?: { width: number; height: number };
  theme?: 'light' | 'dark' | 'contrast';
  language?: string;
  /** Whether the next question opens after an answer, as it does for people; most tests look at the answered one. */
  opensNext?: boolean;
}

/** A browser for the tests of one suite; call it in the suite. */
export function withClient(options: Options = {}): () => Client {
  let client: Client;
  before(async function () {
    this.timeout(180_000);
    const root = await buildClient();
    client = await open(await sharedBrowser(), await startStandIn(root), options);
  });
  after(async () => {
    await closeContext(client.context);
    await client.standIn.close();
  });
  return () => client;
}

async function open(
  opened: Browser,
  standIn: StandIn,
  { viewport = { width: 1180, height: 800 }, theme, language = 'en-GB', opensNext = false }: Options,
): Promise<Client> {
  const context = await opened.newContext({ viewport, locale: language, reducedMotion: 'reduce' });
  context.setDefaultTimeout(30_000); // only a failing wait takes long
  if (theme) await context.addInitScript(`localStorage.setItem('handback.theme', '${theme}')`);
  if (!opensNext) await stayAfterAnswers(context);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { standIn, page, context, complaints };
}

/** Signs a person of the sandbox in, through the identity provider's page. */
export async function signIn({ page, standIn }: Client, name = 'Ada Lovelace', hash = ''): Promise<void> {
  await page.goto(`${standIn.url}/${hash}`);
  await signInOn(page).as(name);
}

/** Goes to a place in the client without a reload. */
export async function visit({ page }: Client, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
}

/** Waits until an expression holds in the page, whose policy forbids evaluating strings itself. */
export async function until({ page }: Client, expression: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await page.evaluate(expression)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`It did not come to this: ${expression}`);
}

/**
 * Waits until the server has had so many calls there, because a page shows its actions before the server knows of them.
 */
export const called = ({ standIn }: Client, ending: string, times = 1): Promise<void> =>
  untilHere(() => standIn.calls.filter(({ path }) => path.endsWith(ending)).length >= times);

/** Holds calls back from the server. @returns a function that releases them */
export async function holdBack(
  { page }: Client,
  method: string,
  address: string | RegExp,
): Promise<() => Promise<void>> {
  let letGo!: () => void;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    if (route.request().method() === method) await held;
    await route.continue();
  });
  return () => {
    letGo();
    return page.unrouteAll({ behavior: 'wait' });
  };
}

/** Finds a person in the directory with the keyboard alone. */
export async function pickPrincipal({ page }: Client, field: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).focus();
  await page.keyboard.type(name.slice(0, 4));
  await page.getByRole('option', { name }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** A person or group of the sandbox, in the form of an answer. */
export function principalOf({ standIn }: Client, name: string) {
  const { people, groups } = standIn.sandbox.tenant;
  const { id, displayName, mail } = [...people, ...groups].find((each) => each.displayName === name)!;
  return { id, displayName, email: mail };
}
