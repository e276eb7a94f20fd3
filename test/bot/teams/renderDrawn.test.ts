import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { checkAnswers } from '../../../contract/answers.ts';
import type { Question } from '../../../contract/messages.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import {
  helpCard,
  inboxCard,
  noticeCard,
  outcomeCard,
  parseCard,
  questionCard,
  type Card,
} from '../../../bot/teams/render.ts';
import { launchBrowser } from '../../support/chromium.ts';
import { aForm, anOutcome, aQuestion, EVERY_TYPE, specOf, TOKEN } from './cards.ts';
import { openCanvas, type Canvas, type Theme } from './drawing.ts';
import { INBOX_LINK } from '../../support/messages.ts';

const CHAT = {
  chatName: 'Travel',
  recentMessages: [{ role: 'user' as const, content: 'To Paris, please' }],
  totalMessages: 14,
};
const FORM = aForm(EVERY_TYPE, { chatContext: CHAT, progress: { answered: 2, of: 5 }, strategy: 'all' });
const REDO = {
  typed: {
    f_title: '',
    f_story: 'It burnt.',
    f_severity: 'o0',
    f_affected: 'o0,o2',
    f_cost: '20000',
    f_injured: 'true',
  },
  fields: { title: 'Write an answer.', cost: 'Enter a number of at most 10000.', 'damage.0.price': 'Enter a number.' },
};
const NOTICE = { kind: 'notice' as const, title: 'It works', text: 'Nothing to do.', webUrl: aQuestion().webUrl };

const CARDS: Record<string, Card> = {
  'an approval': questionCard(aQuestion({ chatContext: CHAT }), { token: TOKEN }),
  'a form of every type': questionCard(FORM, { token: TOKEN }),
  'a form that comes back': questionCard(FORM, { token: TOKEN, redo: REDO }),
  'a question for the web client': questionCard(aForm([{ ...specOf('file'), required: true }]), { token: TOKEN }),
  'an outcome': outcomeCard(anOutcome({ answers: [{ label: 'Your answer', text: 'Approve' }] })),
  'an expired one': outcomeCard(anOutcome({ status: 'timed_out', text: 'Nobody answered in time.' })),
  'a notice': noticeCard(NOTICE),
  help: helpCard(),
  'an inbox': inboxCard(
    [
      { question: aQuestion(), token: TOKEN },
      { question: FORM, token: TOKEN },
    ],
    INBOX_LINK,
  ),
};

describe('cards drawn by the official renderer', function () {
  this.timeout(120_000);
  let browser: Browser;
  const canvases = {} as Record<Theme, Canvas>;

  before(async () => {
    browser = await launchBrowser();
    for (const theme of ['light', 'dark'] as const) canvases[theme] = await openCanvas(browser, theme);
  });
  after(() => browser?.close());

  for (const theme of ['light', 'dark'] as const)
    for (const [name, card] of Object.entries(CARDS))
      it(`${name} has no warnings and fits a phone, ${theme}`, async () => {
        const { page, draw } = canvases[theme];
        const { complaints } = await draw(card);
        expect(complaints).to.deep.equal([]);
        const toggle = page.getByRole('button', { name: 'Show the conversation' });
        if ((await toggle.count()) > 0) await toggle.click();
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(384);
      });

  it('report warnings: an input without an id is one', async () => {
    const broken = { ...CARDS['help']!, body: [{ type: 'Input.Text', isMultiline: 'perhaps', maxLength: -1 }] };
    const { complaints } = await canvases.light.draw(broken);
    expect(complaints).to.not.deep.equal([]);
  });

  it('send entered values in a readable form', async () => {
    const { page, draw, submitted } = canvases.light;
    await draw(CARDS['a form of every type']!);
    const filled: Record<string, string> = {
      'Title (required)': 'Fire',
      'What happened (required)': 'It burnt.\nA lot, really.',
      'Estimated cost': '12.5',
      Day: '2026-12-24',
      'Who saw it first': 'ada@sandbox.test',
      Witnesses: 'ada@sandbox.test\ngrace@sandbox.test',
      'How bad does it feel?': '4',
      'When it started': '2026-03-01 9:30',
      'Time of day it was noticed': '10:15',
      Causes: 'Smoke\n  Fire',
      'PIN of the safe': '1234',
      Damage: 'Printer | 12,5 | yes | 2026-03-01',
    };
    for (const [label, text] of Object.entries(filled))
      await page.getByLabel(label, { exact: true }).first().fill(text);
    await page.getByRole('radio', { name: 'High' }).check();
    await page.getByRole('radio', { name: 'No answer' }).check();
    await page.getByRole('checkbox', { name: 'Printers' }).check();
    await page.getByRole('checkbox', { name: 'Staff' }).check();
    await page.getByRole('checkbox', { name: 'Yes' }).check();
    expect(await page.getByText('Open in Handback').count(), 'once').to.equal(1);
    expect(await page.locator('input[type=password]').count()).to.equal(1);
    await page.getByRole('button', { name: 'Submit Response' }).click();
    const data = (await submitted())!;
    expect(data).to.include({ verb: 'answer', token: TOKEN, requestId: FORM.requestId });
    const { values } = parseCard(FORM, data);
    expect(values).to.deep.equal({
      title: 'Fire',
      story: 'It burnt.\nA lot, really.',
      severity: 'high',
      affected: ['printer', 'staff'],
      cost: 12.5,
      injured: true,
      day: '2026-12-24',
      reporter: 'ada@sandbox.test',
      witnesses: ['ada@sandbox.test', 'grace@sandbox.test'],
      mood: 4,
      started: '2026-03-01T09:30',
      noticed: '10:15',
      causes: [{ label: 'Smoke', children: [{ label: 'Fire', children: [] }] }],
      pin: '1234',
      damage: [{ item: 'Printer', price: 12.5, insured: true, bought: '2026-03-01' }],
    });
    expect(checkAnswers(EVERY_TYPE, values)).to.include({ ok: true });
  });

  it('send unchanged values', async () => {
    const { page, draw, submitted } = canvases.light;
    await draw(CARDS['a form that comes back']!);
    expect(await page.getByText('3 answers need another look').isVisible()).to.equal(true);
    await page.getByRole('button', { name: 'Submit Response' }).click();
    const { redo } = parseCard(FORM, (await submitted())!);
    expect(redo.typed).to.include({
      f_story: 'It burnt.',
      f_severity: 'o0',
      f_affected: 'o0,o2',
      f_cost: '20000',
      f_injured: 'true',
    });
  });

  it('send nothing but the pressed button from the inbox', async () => {
    const { page, draw, submitted } = canvases.light;
    await draw(CARDS['an inbox']!);
    await page.getByRole('button', { name: 'Reject' }).click();
    expect(parseCard(aQuestion(), (await submitted())!).values).to.deep.equal({ value: 'rejected' });
  });

  it("show the deadline in the reader's time zone", async () => {
    const { page, draw } = await openCanvas(browser, 'light', 'Asia/Tokyo');
    await draw(CARDS['an approval']!);
    expect(await page.getByText(/Answer by/).textContent()).to.match(/^Answer by Mon, 2 Mar 2026, 23:30$/);
    await page.close();
  });

  it("show people's text literally: no Markdown, no mention, no link, no date, no binding", async () => {
    const hostile =
      '**bold** _it_ [link](https://evil.test) <at>All</at> https://evil.test `x` ${flowName} {{DATE(2026-01-01T00:00:00Z)}} <img src=x onerror=alert(1)>';
    const option = { value: 'a,b', label: hostile };
    const specs: VariableSpec[] = [
      { name: 'a', type: 'select', label: hostile, description: hostile, options: [option, { value: 'c' }] },
      { name: 'b', type: 'multiselect', label: hostile, options: [option] },
      { name: 'c', type: 'text', label: hostile, placeholder: hostile, default: hostile },
      { name: 'd', type: 'table', label: hostile, columns: [{ name: 'x', label: hostile, type: 'text' }] },
    ];
    const texts = { prompt: `${hostile}\n# ${hostile}\n- ${hostile}`, flowName: hostile, requester: hostile };
    const chatContext = {
      chatName: hostile,
      recentMessages: [{ role: 'ai' as const, content: hostile }],
      totalMessages: 1,
    };
    const question: Question = aForm(specs, { ...texts, chatContext });
    const redo = { typed: {}, fields: { a: hostile, other: hostile } };
    const drawnFrom = [
      questionCard(question, { token: TOKEN }),
      questionCard(question, { token: TOKEN, redo }),
      outcomeCard(anOutcome({ ...texts, text: hostile, answers: [{ label: hostile, text: hostile }] })),
      noticeCard({ ...NOTICE, title: hostile, text: hostile }),
      inboxCard(
        [
          { question, token: TOKEN },
          { question: aForm([specs[0]!], texts), token: TOKEN },
        ],
        INBOX_LINK,
      ),
    ];
    const { page, draw } = canvases.light;
    for (const card of drawnFrom) {
      const { complaints, markdown } = await draw(card);
      expect(complaints).to.deep.equal([]);
      for (const text of markdown) expect(text).to.not.match(/[*`]|\]\(|:\/\/|<[a-z/]|(^|\s)_|\{\{/i);
      const links = page.locator('#card a');
      for (const link of await links.all())
        expect(await link.textContent()).to.match(/^(Open|Answer) in the web client$/);
      expect(await page.locator('#card img').count()).to.equal(0);
      const shown = (await page.locator('#card').textContent())!;
      expect(shown).to.include('**bold** _it_ [link](https://evil.test)').and.include('${flowName}');
      expect(shown).to.not.match(/<at>|2026-01-01T00:00:00Z\)\}\}.*1 Jan/);
    }
  });
});
