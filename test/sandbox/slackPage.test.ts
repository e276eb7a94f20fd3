import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../support/chromium.ts';
import { until } from '../support/until.ts';
import { MESSAGE, MODAL, useSlack } from './slackSupport.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe("sandbox: the page of Slack's people", function () {
  this.timeout(90_000);
  const stage = useSlack();
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const complaints: string[] = [];
  before(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    complaints.length = 0;
    context = await browser.newContext({ timezoneId: 'Asia/Tokyo', locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(20_000);
    page = await context.newPage();
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await context.close();
    expect(complaints).to.deep.equal([]);
  });
  after(() => browser?.close());

  const channelOf = (key: string) => stage.slack.member(key).channel;
  const send = (key: string, message: object = MESSAGE) =>
    stage.call('chat.postMessage', { channel: channelOf(key), ...message });
  const open = (key: string, tab = 'messages') => page.goto(`${stage.slack.pageUrl}/?as=${key}&tab=${tab}`);
  const lastMessage = () => page.getByRole('article').last();

  /** Presses Open Form and responds like the app. */
  async function openForm(view: object = MODAL): Promise<string> {
    await page.getByRole('button', { name: 'Open Form' }).last().click();
    await until(() => stage.webhook.received.length > 0);
    const { trigger_id: trigger } = stage.webhook.received.at(-1)!.body as { trigger_id: string };
    const { view: opened } = await stage.call('views.open', { trigger_id: trigger, view });
    await page.getByRole('dialog').waitFor();
    return (opened as { id: string }).id;
  }

  it('shows new and changed messages without a reload', async () => {
    await open('grace');
    await page.getByText('Nothing here yet').waitFor();
    const { ts } = await send('grace');
    await page.getByRole('heading', { name: 'Approve the expense?' }).waitFor();
    await stage.call('chat.update', { channel: channelOf('grace'), ts, text: 'Approved by Grace', blocks: [] });
    await lastMessage().getByText('Approved by Grace').waitFor();
    await lastMessage().getByText('(edited)').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).to.equal(0);
  });

  it('lets the tester be anybody, and counts unread messages for each', async () => {
    await open('grace');
    await send('alan');
    await page.getByRole('link', { name: /Alan Turing.*1/s }).click();
    await page.getByRole('heading', { name: 'Approve the expense?' }).waitFor();
    expect(await page.getByRole('link', { name: /Alan Turing/ }).innerText()).to.not.contain('1');
  });

  it("shows times in the reader's time zone", async () => {
    const at = Date.UTC(2030, 0, 2, 20, 0) / 1000;
    const text = `<!date^${at}^{date_long} at {time}|in UTC>`;
    await send('linus', { text: 'x', blocks: [{ type: 'context', elements: [{ type: 'mrkdwn', text }] }] });
    await open('linus');
    await lastMessage().getByText('Thursday, 3 January 2030 at 05:00').waitFor();
  });

  it('presses buttons, and says what prevents the app from hearing of it', async () => {
    await send('tim');
    await open('tim');
    stage.webhook.answers.push({ status: 500 });
    await page.getByRole('button', { name: 'Approve' }).last().click();
    await page.getByRole('alert').getByText('Handback answered with status 500.').waitFor();
    await page.getByRole('button', { name: 'Approve' }).last().click();
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    expect(stage.webhook.received.map(({ body }) => body.actions[0].value)).to.deep.equal(['yes', 'yes']);
  });

  it('fills in a form, corrects it, and keeps what was typed when the app changes it', async () => {
    await send('ada');
    await open('ada');
    const id = await openForm();
    const form = page.getByRole('dialog', { name: 'Expense' });
    await form.getByLabel('Amount').fill('12.5');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('Please complete this required field.').waitFor();
    await form.getByLabel('Reason').fill('because');
    await form.getByLabel('Cost centre').selectOption('Office');
    await form.getByLabel('Green').check();
    await form.getByLabel('Yes').check();
    await form.getByLabel('Due').fill('2026-12-24');
    await form.getByLabel('Moment').fill('2026-12-24T08:30');

    const hint = { type: 'plain_text', text: 'In euro' };
    const blocks = MODAL.blocks.map((block) =>
      'label' in block && block.block_id === 'f_amount' ? { ...block, hint } : block,
    );
    expect(await stage.call('views.update', { view_id: id, view: { ...MODAL, blocks } })).to.include({ ok: true });
    await form.getByText('In euro').waitFor();
    stage.webhook.answers.push({ body: { response_action: 'errors', errors: { f_amount: 'At most 10.' } } });
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.getByText('At most 10.').waitFor();
    await form.getByLabel('Amount').fill('10');
    await form.getByRole('button', { name: 'Submit' }).click();
    await form.waitFor({ state: 'hidden' });

    const { values } = stage.webhook.received.at(-1)!.body.view.state;
    expect(values.f_reason.v.value).to.equal('because');
    expect(values.f_amount.v.value).to.equal('10');
    expect(values.f_centre.v.selected_option.value).to.equal('o1');
    expect(values.f_tags.v.selected_options.map(({ value }: { value: string }) => value)).to.deep.equal(['o1']);
    expect(values.f_urgent.v.selected_option.value).to.equal('true');
    expect(values.f_due.v.selected_date).to.equal('2026-12-24');
    expect(values.f_moment.v.selected_date_time, 'meant in Tokyo').to.equal(Date.UTC(2026, 11, 23, 23, 30) / 1000);
  });

  it('sends the files chosen in a form, and keeps them when the app changes it', async () => {
    await send('ada');
    await open('ada');
    const label = { type: 'plain_text', text: 'Plan' };
    const element = { type: 'file_input', action_id: 'v', filetypes: ['pdf'] };
    const view = { ...MODAL, blocks: [{ type: 'input', block_id: 'f_plan', label, element }] };
    const id = await openForm(view);
    const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('the plan') };
    await page.getByRole('dialog').getByLabel('Plan').setInputFiles(plan);
    const { files } = stage.slack.workspace;
    await page.locator('input[name="f_plan/v"]').waitFor({ state: 'attached' });
    await stage.call('views.update', { view_id: id, view: { ...view, title: { type: 'plain_text', text: 'Again' } } });
    await page.getByRole('dialog', { name: 'Again' }).getByRole('button', { name: 'Submit' }).click();
    await until(() => stage.webhook.received.at(-1)?.body.type === 'view_submission');
    const [sent] = stage.webhook.received.at(-1)!.body.view.state.values.f_plan.v.files as { id: string }[];
    expect(files.get(sent!.id)).to.deep.include({ name: plan.name, type: plan.mimeType, bytes: plan.buffer });
  });

  it('closes a form with its button and with Escape', async () => {
    await send('ken');
    await open('ken');
    for (const close of [
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      stage.webhook.received.length = 0;
      await openForm();
      await close();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    expect(stage.slack.workspace.desk(stage.slack.member('ken').userId).modals).to.deep.equal([]);
  });

  it("writes to the app, keeping others' text literal", async () => {
    await open('hedy');
    await page.getByLabel('Message to Handback').fill('<script>alert(1)</script> <!channel>');
    await page.getByRole('button', { name: 'Send' }).click();
    await lastMessage().getByText('<script>alert(1)</script>').waitFor();
    expect(stage.webhook.received[0]!.body.event.text).to.equal(
      '&lt;script&gt;alert(1)&lt;/script&gt; &lt;!channel&gt;',
    );
  });

  it('opens the home tab and shows what the app then publishes', async () => {
    await open('edsger', 'home');
    await page.getByText('No home yet').waitFor();
    const view = { type: 'home', blocks: [{ type: 'header', text: { type: 'plain_text', text: 'Two questions' } }] };
    await stage.call('views.publish', { user_id: stage.slack.member('edsger').userId, view });
    await page.getByRole('heading', { name: 'Two questions' }).waitFor();
    expect(stage.webhook.received[0]!.body.event).to.include({ type: 'app_home_opened' });
  });

  it('is accessible, fits a phone, and runs only its own script', async () => {
    await send('frances');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 360, height: 740 });
      await open('frances');
      stage.webhook.received.length = 0;
      await openForm();
      for (const surface of ['modal', 'messages']) {
        await page.evaluate(AXE);
        const found = await page.evaluate<object[]>('axe.run().then(({ violations }) => violations)');
        expect(JSON.stringify(found), `${colorScheme} ${surface}`).to.equal('[]');
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'hidden' });
      }
    }
    const { headers } = await fetch(stage.slack.pageUrl);
    expect(headers.get('content-security-policy')).to.contain("default-src 'none'; script-src 'self'");
  });

  it('accepts actions as JSON only, and only for existing people', async () => {
    const say = (type: string, body: string) =>
      fetch(`${stage.slack.pageUrl}/say`, { method: 'POST', headers: { 'content-type': type }, body });
    expect((await say('text/plain', '{"as":"ada","text":"help"}')).status).to.equal(400);
    expect((await say('application/x-www-form-urlencoded', 'as=ada&text=help')).status).to.equal(415);
    expect((await say('application/json', '{"as":"nobody","text":"help"}')).status).to.equal(400);
    expect((await say('application/json', '{"text":1}')).status).to.equal(400);
    expect(stage.webhook.received).to.deep.equal([]);
  });
});
