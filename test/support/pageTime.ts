import type { BrowserContext, Page } from 'playwright-core';

const TIME = `{
  const { now } = Date;
  const { setTimeout: begin, clearTimeout: end } = globalThis;
  const timers = new Map();
  let stoppedAt = null;
  Date.now = () => stoppedAt ?? now();
  globalThis.setTimeout = (work, ms = 0, ...given) => {
    const fire = () => {
      timers.delete(id);
      work(...given);
    };
    const id = begin(fire, ms);
    timers.set(id, { at: Date.now() + ms, fire });
    return id;
  };
  globalThis.clearTimeout = (id) => {
    timers.delete(id);
    end(id);
  };
  const fireDue = () => {
    for (const [id, { at, fire }] of [...timers])
      if (at <= Date.now() && timers.has(id)) {
        end(id);
        fire();
      }
  };
  globalThis.time = {
    stop: () => (stoppedAt = now()),
    pass: (ms) => {
      stoppedAt += ms;
      fireDue();
    },
    goOn: () => (stoppedAt = null),
  };
}`;

/** Gives tests a hand on what the pages of a browser take for the time, before there are any. Their timers go on meanwhile. */
export const governTime = (context: BrowserContext): Promise<unknown> => context.addInitScript(TIME);

/** Until the page is loaded anew: an answer that can be taken back for five seconds can be taken back until then. */
export const stopTime = (page: Page): Promise<unknown> => page.evaluate('time.stop()');
/** What is due then happens at once. @param ms more than what has passed since it was stopped */
export const passTime = (page: Page, ms: number): Promise<unknown> => page.evaluate(`time.pass(${ms})`);
export const letTimeGoOn = (page: Page): Promise<unknown> => page.evaluate('time.goOn()');
