import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { renderMail, type MailLinks } from '../../../server/channels/email/renderMail.ts';
import type { Message } from '../../../contract/messages.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { readPrompt } from '../../../server/requests/readPrompt.ts';
import { sharedBrowser } from '../../support/chromium.ts';
import { aNotice } from '../../support/notices.ts';
import {
  ADA,
  aHost,
  anOutcome,
  aPageServer,
  aQuestion,
  EVERY_TYPE,
  type FakeHost,
  type PageServer,
} from './support.ts';

const englishMail = (message: Message, links: MailLinks) => renderMail(message, links, ENGLISH_SPEECH);

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** The words in tables that are on more than one line. */
const BROKEN_WORDS = `[...document.querySelectorAll('th[dir], td[dir]')].flatMap(({ firstChild: words }) =>
  [...words.textContent.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(words, index);
    range.setEnd(words, index + word.length);
    return range.getClientRects().length > 1 ? [word] : [];
  }))`;

describe('the response page in a browser', function () {
  this.timeout(60_000);
  let browser: Browser;
  let host: FakeHost;
  let server: PageServer;

  before(async () => {
    browser = await sharedBrowser();
    host = aHost(EVERY_TYPE, { inputType: 'form' });
    server = await aPageServer(host, { openingsPerMinute: 1000, formsPerMinute: 1000 });
  });
  after(() => server?.close());

  async function withPage(options: object, work: (page: Page) => Promise<void>): Promise<void> {
    const context = await browser.newContext(options);
    try {
      await work(await context.newPage());
    } finally {
      await context.close();
    }
  }

  /** Violations of WCAG 2.2 AA. */
  async function violationsOn(page: Page): Promise<string[]> {
    await page.addScriptTag({ path: AXE });
    const run = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'] };
    const { violations } = await page.evaluate(
      (options) => (globalThis as unknown as { axe: Axe }).axe.run(options),
      run,
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
  }

  for (const colorScheme of ['light', 'dark'])
    it(`is accessible and fits a small phone, fresh and with errors, ${colorScheme}`, () =>
      withPage({ colorScheme, viewport: { width: 360, height: 740 }, bypassCSP: true }, async (page) => {
        await page.goto(server.page());
        expect(await violationsOn(page)).to.deep.equal([]);
        await page.evaluate("document.forms[0].setAttribute('novalidate', '')");
        await page.getByRole('button', { name: 'Submit answer' }).click();
        await page.getByRole('alert').waitFor();
        expect(await page.evaluate('document.activeElement.className')).to.equal('summary');
        expect(await violationsOn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
      }));

  for (const colorScheme of ['light', 'dark'] as const)
    it(`asks what to do about a notice, accessible and on a small phone, ${colorScheme}`, () =>
      withPage({ colorScheme, viewport: { width: 360, height: 740 }, bypassCSP: true }, async (page) => {
        const openLink = host.openLink;
        host.openLink = async () => ({ person: ADA, message: aNotice() });
        await page.goto(server.page());
        host.openLink = openLink;
        expect(await violationsOn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
      }));

  for (const colorScheme of ['light', 'dark'] as const)
    it(`asks for a confirmation, accessible and on a small phone, ${colorScheme}`, async () => {
      const confirm = { value: 'all', label: `Delete ${'everything '.repeat(10)}`, confirm: true };
      const asked = aHost([{ name: 'value', type: 'select', required: true, options: [{ value: 'none' }, confirm] }]);
      const own = await aPageServer(asked);
      const phone = { colorScheme, viewport: { width: 360, height: 740 }, bypassCSP: true };
      await withPage(phone, async (page) => {
        await page.goto(own.page());
        await page.getByLabel(confirm.label.trim()).check();
        await page.getByRole('button', { name: 'Submit answer' }).click();
        await page.getByText('Nothing has been sent yet.').waitFor();
        expect(await violationsOn(page)).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
        expect(asked.accepted).to.deep.equal([]);
        await page.getByRole('button', { name: ENGLISH_SPEECH.say('answer.send') }).click();
        await page.getByRole('heading', { name: 'Your answer is recorded.' }).waitFor();
        expect(await violationsOn(page)).to.deep.equal([]);
      }).finally(() => own.close());
    });

  it('draws a mail that is accessible in light and dark', async () => {
    const { html } = englishMail(aQuestion(), { link: 'https://handback.test/x', canSignIn: true });
    for (const colorScheme of ['light', 'dark'])
      await withPage({ colorScheme, viewport: { width: 360, height: 740 } }, async (page) => {
        await page.setContent(html);
        expect((await violationsOn(page)).filter((violation) => !/^(region|landmark)/.test(violation))).to.deep.equal(
          [],
        );
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
      });
  });

  it('keeps long names inside its card, and a right-to-left list in one piece', () =>
    withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
      const items = [{ kind: 'item' as const, indent: 1, spans: [{ text: '\u0637\u0644\u0628' }] }];
      const asked = aQuestion({ flowName: 'x'.repeat(150), content: items });
      await page.setContent(englishMail(asked, { link: 'https://handback.test/x', canSignIn: true }).html);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
      const directions = "['ul', 'li'].map((name) => getComputedStyle(document.querySelector(name)).direction)";
      expect(await page.evaluate(directions)).to.deep.equal(['rtl', 'rtl']);
    }));

  it('breaks no word or number of a table in a prompt, and keeps the table inside its card', () =>
    withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
      const prompt = [
        '| Position | Quantity | Price | Total | Remark |',
        '|---|---|---|---|---|',
        '| Screws | 100 | 1.20 EUR | 120.00 EUR | Delivered in two parts |',
        '| Administration | 1 | 12225.67 EUR | 12225.67 EUR | - |',
      ].join('\n');
      const { title, text, content } = readPrompt(prompt);
      const asked = aQuestion({ title, prompt: text, content });
      await page.setContent(englishMail(asked, { link: 'https://handback.test/x', canSignIn: true }).html);
      expect(await page.evaluate(BROKEN_WORDS)).to.deep.equal([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    }));

  it('leaves answers enough room beside the long labels of a form', () =>
    withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
      const label = 'Why was this invoice not released before the day that had been agreed upon?';
      const closed = anOutcome({ answers: [{ label, text: 'Nobody was in the office.' }] });
      await page.setContent(englishMail(closed, { link: null, canSignIn: true }).html);
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
      const answer = await page.getByRole('cell', { name: 'Nobody was in the office.' }).boundingBox();
      expect(answer!.width).to.be.greaterThan(140);
    }));

  it('keeps the question apart from what a person sent too late', async () => {
    const asked = aHost([{ name: 'value', type: 'text', required: true }], { inputType: 'text' });
    const own = await aPageServer(asked);
    await withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
      await page.goto(own.page());
      await page.getByLabel('Your answer').fill('Too late.');
      asked.outcome = anOutcome({ prompt: '**Approve?**\n\nIt is urgent.', title: 'Expense' });
      await page.getByRole('button', { name: 'Submit answer' }).click();
      const notice = await page.getByRole('alert').boundingBox();
      const question = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(question!.y - notice!.y - notice!.height).to.be.greaterThan(20);
    }).finally(() => own.close());
  });

  it('enlarges all of its text with the text size of the browser, and still fits a small phone', () =>
    withPage({ viewport: { width: 360, height: 740 } }, async (page) => {
      const sizes = () =>
        page.evaluate<number[]>(
          `['label', '.hint', '.facts', 'button', 'input'].map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))`,
        );
      await page.goto(server.page());
      const usual = await sizes();
      const devTools = await page.context().newCDPSession(page);
      await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
      expect(await sizes()).to.deep.equal(usual.map((size) => size * 2));
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
      const box = await page.getByLabel('Yes').boundingBox();
      expect(box!.width, 'as large as the text beside it').to.be.greaterThan(38);
    }));

  it("shows bounds in the browser's time zone too", async () => {
    const when = { name: 'when', type: 'datetime' as const, validation: { min: '2026-12-24T08:00Z' } };
    const own = await aPageServer(aHost([when], { inputType: 'form' }));
    await withPage({ timezoneId: 'America/New_York' }, async (page) => {
      await page.goto(own.page());
      await page.getByText('From 24 December 2026 at 03:00 GMT-5.').waitFor();
    }).finally(() => own.close());
  });

  it('names the time zone of its times, and submits it', () =>
    withPage({ timezoneId: 'America/New_York', viewport: { width: 800, height: 900 } }, async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
      await page.goto(server.page());
      await page.getByText('Your time, America/New_York.').waitFor();
      expect(await page.locator('input[name=zone]').inputValue()).to.equal('America/New_York');
      expect(refused).to.deep.equal([]);
    }));

  it("shows a moment that is filled in by the browser's clock, and takes it back unchanged", () =>
    withPage({ timezoneId: 'America/New_York' }, async (page) => {
      const spec = { name: 'at', type: 'datetime' as const, label: 'When', default: '2026-07-01T10:00:00Z' };
      const asked = aHost([spec], { inputType: 'form' });
      const own = await aPageServer(asked);
      try {
        await page.goto(own.page());
        expect(await page.getByLabel('When').inputValue()).to.equal('2026-07-01T06:00');
        await page.getByRole('button', { name: 'Submit answer' }).click();
        await page.getByRole('heading', { name: 'Your answer is recorded.' }).waitFor();
        expect(asked.accepted[0]!.values).to.deep.equal({ at: '2026-07-01T06:00:00-04:00' });
      } finally {
        await own.close();
      }
    }));

  it('keeps all of a text that is too long, and says how much fits', () =>
    withPage({ javaScriptEnabled: false }, async (page) => {
      const code = { name: 'code', type: 'text' as const, label: 'Code', validation: { max: 5 } };
      const asked = aHost([code, { name: 'report', type: 'textarea', label: 'Report' }], { inputType: 'form' });
      const own = await aPageServer(asked);
      try {
        await page.goto(own.page());
        const refusedAsPasted = async (pasted: Record<string, string>, faults: string[]) => {
          for (const [name, text] of Object.entries(pasted)) {
            await page.getByLabel(name).fill('');
            await page.getByLabel(name).focus();
            await page.keyboard.insertText(text); // as when it is pasted
          }
          await page.getByRole('button', { name: 'Submit answer' }).click();
          for (const fault of faults) await page.locator('.field').getByText(fault).waitFor();
          for (const [name, text] of Object.entries(pasted))
            expect(await page.getByLabel(name).inputValue(), name).to.equal(text);
        };
        await refusedAsPasted({ Code: 'ABC-123', Report: `${'A word. '.repeat(3000)}The end.` }, [
          'Enter at most 5 characters.',
          'Enter at most 20,000 characters.',
        ]);
        await refusedAsPasted({ Note: 'x'.repeat(2001) }, ['Enter at most 2,000 characters.']);
      } finally {
        await own.close();
      }
    }));

  it('is answered without JavaScript, and its policy allows nothing else', () =>
    withPage({ javaScriptEnabled: false }, async (page) => {
      const refused: string[] = [];
      page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
      await page.goto(server.page());
      await page.getByLabel(/^Title/).fill('Printer on fire');
      await page.getByLabel('What happened').fill('Smoke.');
      await page.getByRole('group', { name: 'Severity' }).getByLabel('High').check();
      await page.getByRole('group', { name: 'Was anybody hurt?' }).getByLabel('No', { exact: true }).check();
      await page.getByLabel(/^Site/).selectOption('Paris');
      await page.getByRole('group', { name: 'How bad does it feel?' }).getByLabel('4').check();
      await page.getByLabel(/^Day/).fill('2026-03-01');
      await page.getByRole('button', { name: 'Submit answer' }).click();
      await page.getByRole('heading', { name: 'Your answer is recorded.' }).waitFor();
      expect(host.accepted[0]!.values).to.deep.equal({
        title: 'Printer on fire',
        story: 'Smoke.',
        severity: 'high',
        injured: false,
        site: 'par',
        mood: 4,
        day: '2026-03-01',
      });
      expect(refused).to.deep.equal([]);
    }));
});
