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

/** Lets tests control the pages' time in a browser; call it before there are pages. Their timers keep running. */
export const controlTime = (context: BrowserContext): Promise<unknown> => context.addInitScript(TIME);

/** Until the page is reloaded: an answer that can be undone for five seconds can be undone until then. */
export const stopTime = (page: Page): Promise<unknown> => page.evaluate('time.stop()');
/** Runs what is due then at once. @param ms more than has passed since the stop */
export const advanceTime = (page: Page, ms: number): Promise<unknown> => page.evaluate(`time.pass(${ms})`);
export const resumeTime = (page: Page): Promise<unknown> => page.evaluate('time.goOn()');
