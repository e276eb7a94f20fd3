import { expect } from 'chai';
import fc from 'fast-check';
import type { NewSubmission } from '../../../desktop/renderer/outbox/outbox.ts';
import { createPages } from '../support/pages.ts';

const STAYS = new AbortController().signal;
const answer = (requestId: string, key = `key-${requestId}`): NewSubmission => ({
  requestId,
  flowName: 'Lunch',
  words: 'Soup',
  body: 'soup',
  key,
});

describe('desktop: the outbox of several pages', () => {
  it('hears the result of an answer from the page that sends it, before the answer goes', async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    here.outbox.hold([answer('a')], 5000);
    await browser.idle();
    expect(there.outbox.read().submissions.map(({ key }) => key)).to.deep.equal(['key-a']);
    const seen: unknown[] = [];
    there.outbox.listen(({ requestId, body, receipt }) => seen.push(requestId, body, receipt?.status));
    there.outbox.subscribe(() => seen.push(there.outbox.read().submissions.length));
    here.outbox.sendNow('a');
    await browser.idle();
    seen.splice(0);
    browser.posts[0]!.end('taken');
    await browser.idle();
    expect(seen.slice(0, 3)).to.deep.equal(['a', 'soup', 'completed']);
    expect(seen.at(-1)).to.equal(0);
    expect(browser.storage.length).to.equal(0);
  });

  it("hears of it as well if another page's answer is refused", async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    const heard: unknown[] = [];
    here.outbox.listen(({ requestId, receipt, problem }) => heard.push(requestId, receipt, problem?.code));
    here.outbox.hold([answer('a')], 5000);
    await browser.idle();
    there.outbox.sendNow('a');
    await browser.idle();
    browser.posts[0]!.end('refused');
    await browser.idle();
    expect(heard).to.deep.equal(['a', null, 'request_closed']);
    expect(here.outbox.read().submissions.map(({ refusal }) => refusal)).to.deep.equal(['request_closed']);
  });

  it('announces an answer that may not be stored, without its contents', async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    const stored: string[] = [];
    const { setItem } = browser.storage;
    browser.storage.setItem = (name, text) => (stored.push(text), setItem(name, text));
    const heard: unknown[] = [];
    there.outbox.listen((settled) => heard.push(settled.requestId, settled.body));
    const sent = here.outbox.submitWithoutStoring({ ...answer('a'), body: { values: { pin: '1234' } } });
    expect(here.outbox.read().sendingIds).to.deep.equal(['a']);
    browser.posts[0]!.end('taken');
    await sent;
    await browser.idle();
    expect(heard).to.deep.equal(['a', undefined]);
    expect(stored.join()).to.include('completed').and.not.to.include('1234');
    expect(browser.storage.length).to.equal(0);
  });

  it('leaves to each page what it holds back, when another is closed', async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    here.outbox.hold([answer('a')], 5000);
    await browser.idle();
    browser.close(there);
    await browser.idle();
    expect(browser.posts.length).to.equal(0);
    here.outbox.takeBack('a');
    await browser.pass(5000);
    expect(browser.posts.length).to.equal(0);
  });

  it('sends an answer again, under its key, when the page that was sending it is closed', async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    void here.outbox.submit(answer('a'), STAYS);
    await browser.pass(0);
    expect(browser.posts.map(({ page }) => page)).to.deep.equal([here]);
    browser.close(here);
    browser.posts[0]!.end('taken');
    await browser.pass(0);
    expect(browser.posts.map(({ page, key }) => [page === there, key])).to.deep.equal([[true, 'key-a']]);
    browser.posts[0]!.end('taken');
    await browser.idle();
    expect(there.heard).to.deep.equal(['a']);
  });

  it('does not send what a hidden page is sending', async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    void there.outbox.submit(answer('before'), STAYS);
    here.outbox.hold([answer('a')], 5000);
    await browser.idle();
    here.outbox.leave();
    await browser.pass(0);
    browser.posts.find(({ key }) => key === 'key-before')!.end('taken');
    await browser.pass(5000);
    expect(browser.posts.map(({ page, key }) => [page === here, key])).to.deep.equal([[true, 'key-a']]);
    browser.posts[0]!.end('lost');
    await browser.pass(5000);
    expect(browser.posts.length, 'and one of them does when that came to nothing').to.equal(1);
  });

  it('removes nothing that another page stores at the same moment', async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    here.outbox.hold([answer('a')], 5000);
    there.outbox.hold([answer('b')], 5000);
    here.outbox.takeBack('a');
    await browser.idle();
    expect(here.outbox.read().submissions.map(({ requestId }) => requestId)).to.deep.equal(['b']);
  });

  it("forgets a signed-out person's answers in every page, and restores none", async () => {
    const browser = createPages();
    const [here, there] = [browser.openPage(), browser.openPage()];
    await browser.idle();
    void here.outbox.submit(answer('a'), STAYS);
    there.outbox.hold([answer('b')], 5000);
    await browser.idle();
    there.outbox.empty();
    browser.posts[0]!.end('taken');
    await browser.pass(60_000);
    expect([browser.storage.length, browser.posts.length]).to.deep.equal([0, 0]);
    expect(here.outbox.read().submissions).to.deep.equal([]);
  });

  it('whatever happens: no answer is lost, none is sent twice without need, and every page hears of it once', async () => {
    const action = fc.record({
      what: fc.constantFrom('hold', 'submit', 'hide', 'close', 'open', 'pass', 'taken', 'unheard', 'lost'),
      page: fc.nat(2),
      ms: fc.constantFrom(0, 1000, 5000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 30 }), async (actions) => {
        const browser = createPages();
        browser.openPage();
        const given: string[] = [];
        for (const { what, page: index, ms } of actions) {
          const page = browser.open()[index % browser.open().length]!;
          if (what === 'hold' || what === 'submit') given.push(`a${given.length}`);
          if (what === 'hold') page.outbox.hold([answer(given.at(-1)!)], 5000);
          else if (what === 'submit') void page.outbox.submit(answer(given.at(-1)!), STAYS);
          else if (what === 'hide') page.outbox.leave();
          else if (what === 'close' && browser.open().length > 1) {
            await browser.idle(); // it may have heard before it was closed
            browser.close(page);
          } else if (what === 'open') browser.open().length < 3 && browser.openPage();
          else if (what === 'pass') await browser.pass(ms);
          else if (what !== 'close') browser.posts[0]?.end(what);
          if (ms > 0) await browser.idle();
        }
        for (let tries = 0; tries < 60; tries += 1) {
          await browser.pass(60_000);
          browser.posts.slice().forEach((each) => each.end('taken'));
        }
        expect([...browser.taken.values()]).to.have.members(given);
        expect(browser.storage.length).to.equal(0);
        expect(browser.needless).to.deep.equal([]);
        for (const { heard, outbox } of browser.open()) {
          expect(heard).to.deep.equal([...new Set(heard)]);
          expect(outbox.read().submissions).to.deep.equal([]);
        }
      }),
      { numRuns: 150 },
    );
  });
});
