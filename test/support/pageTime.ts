import type { BrowserContext, Page } from 'playwright-core';

const TIME = `{
  const { now } = Date;
  let stoppedAt = null;
  Date.now = () => stoppedAt ?? now();
  globalThis.time = {
    stop: () => (stoppedAt = now()),
    pass: (ms) => (stoppedAt += ms),
    goOn: () => (stoppedAt = null),
  };
}`;

/** Gives tests a hand on what the pages of a browser take for the time, before there are any. Their timers go on. */
export const governTime = (context: BrowserContext): Promise<unknown> => context.addInitScript(TIME);

/** Until the page is loaded anew: an answer that can be taken back for five seconds can be taken back until then. */
export const stopTime = (page: Page): Promise<unknown> => page.evaluate('time.stop()');
/** @param ms more than what has passed since it was stopped */
export const passTime = (page: Page, ms: number): Promise<unknown> => page.evaluate(`time.pass(${ms})`);
export const letTimeGoOn = (page: Page): Promise<unknown> => page.evaluate('time.goOn()');
