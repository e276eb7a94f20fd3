import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { PLACES } from '../places/places.ts';
import { goTo, leave } from '../places/visiting.ts';
import { SETTLED } from '../support/layout.ts';
import { chat, flow, savedFlow } from '../support/samples.ts';
import { chatOn } from '../support/screens/chat.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: a dialog that closes with its page', () => {
  const client = withClient();

  it('makes the rest of the page usable again, even in a browser that is never idle', async () => {
    const { page, standIn } = client();
    await page.addInitScript('window.requestIdleCallback = () => 0');
    standIn.state.chats = [chat];
    await signIn(client(), 'Ada Lovelace', '#/chats');
    const make = page.getByRole('button', { name: 'New chat' });
    await make.click();
    await page.getByRole('dialog').waitFor();
    await page.locator('#root[aria-hidden]').waitFor({ state: 'attached' });
    await visit(client(), '#/nowhere');
    await page.getByText('This address leads nowhere.').waitFor();
    await visit(client(), '#/chats');
    await make.waitFor();
  });

  it('also does so between two administration pages', async () => {
    const { page, standIn } = client();
    standIn.state.roles = ['administrator'];
    await page.goto(`${standIn.url}/?anew#/admin/files`);
    const change = page.getByRole('button', { name: 'Change…' });
    await change.waitFor();
    await visit(client(), '#/admin/search');
    await page.getByRole('heading', { name: 'Search' }).waitFor();
    await change.click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await change.waitFor(); // nothing hides it from screen readers
    expect(await page.locator('.fui-DialogSurface').count()).to.equal(0);
  });
});

describe('desktop in a browser: a dialog that closes while the page is still loading', () => {
  const client = withClient();

  it('makes the rest of the page usable again, now and after it is loaded', async () => {
    const { page } = client();
    await signIn(client());
    await page.getByRole('heading', { name: 'Inbox' }).waitFor();
    const release = await holdBack(client(), 'GET', /PageKeeper/);
    await page.reload();
    const account = page.getByRole('button', { name: /^Account of/ });
    await account.waitFor();
    for (const isLoaded of [false, true]) {
      if (isLoaded) await release();
      await page.keyboard.press('?');
      await page.locator('#root[aria-hidden]').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Close' }).click();
      await account.waitFor();
    }
  });
});

describe('desktop in a browser: a dialog that opens', () => {
  const client = withClient();

  it('has the focus in its first field, even if that is still being fetched', async () => {
    const { page } = client();
    Object.assign(client().standIn.state, everything());
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/principal-*.js', async (route) => {
      await held;
      await route.continue();
    });
    await signIn(client(), 'Ada Lovelace', '#/assignments');
    await page
      .getByRole('button', { name: /^More for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Hand on' }).click();
    await until(client(), `document.activeElement.closest('[role=dialog]') !== null`);
    letGo();
    await page.getByRole('combobox', { name: 'To whom' }).waitFor();
    await until(client(), `document.activeElement.getAttribute('role') === 'combobox'`);
  });

  it('keeps what was typed if somebody else was faster and its assignment leaves the page, and says so', async () => {
    const { page, standIn } = client();
    const { state } = standIn;
    const dialog = page.getByRole('dialog');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More for “Read the policy”' }).first().click();
    await page.getByRole('menuitem', { name: 'Decline' }).click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('I am on leave.');
    await page.route('**/api/assignments/*/decline', (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', json: { code: 'invalid_transition' } }),
    );
    state.assignments = state.assignments.filter(({ name }) => name !== 'Read the policy');
    standIn.tell({ event: 'assignment_changed', data: { id: 'policy' } });
    await page
      .getByRole('link', { name: 'Read the policy', includeHidden: true })
      .first()
      .waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Decline' }).click({ timeout: 5000 });
    await dialog.getByText(/^This is not possible any more/).waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Reason' }).inputValue()).to.equal('I am on leave.');
    await page.keyboard.press('Escape');
    await until(client(), 'document.activeElement === document.querySelector("main")');
  });

  it('can be read by screen readers each time, even if what it is about is still being fetched', async () => {
    const { page, standIn } = client();
    standIn.state.chats = ['one', 'two'].map((id) => ({ ...chat, id, name: id, users: [] }));
    await page.keyboard.press('Escape');
    for (const id of ['one', 'two']) {
      await visit(client(), `#/chats/${id}`);
      await page.getByRole('heading', { name: id }).waitFor();
      const letGo = await holdBack(client(), 'GET', /\/versions/);
      await chatOn(page).choose('Assign…');
      await letGo();
      await page.getByRole('dialog').getByRole('combobox', { name: 'People', exact: true }).waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('does not begin with what was refused the last time, and stays if its question leaves the page', async () => {
    const { page, standIn } = client();
    const dialog = page.getByRole('dialog');
    const refused = dialog.getByText(/^This question is closed/);
    await page.route('**/withdraw', (route) =>
      route.fulfill({ status: 409, contentType: 'application/problem+json', json: { code: 'request_closed' } }),
    );
    await visit(client(), '#/notifications?scope=asked');
    const open = page.getByRole('button', { name: /^Withdraw:/ }).first();
    await open.click();
    await dialog.getByRole('textbox').fill('Bought already.');
    await dialog.getByRole('button', { name: 'Withdraw question' }).click();
    await refused.waitFor();
    await page.keyboard.press('Escape');
    await open.click();
    await dialog.getByRole('textbox').waitFor();
    expect(await refused.count()).to.equal(0);

    await dialog.getByRole('textbox').fill('Nobody needs it.');
    await page.route('**/api/user/requests?*', (route) => route.fulfill({ json: { items: [], nextCursor: null } }));
    standIn.tell({ event: 'execution_changed', data: { executionId: 'any', status: 'completed' } });
    await open.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Withdraw question' }).click();
    await refused.waitFor();
    expect(await dialog.getByRole('textbox').inputValue(), 'it left the page').to.equal('Nobody needs it.');
  });

  it('keeps all of a reason that is too long, and says how much fits', async () => {
    const { page, standIn } = client();
    await page.unroute('**/withdraw');
    await page.unroute('**/api/user/requests?*');
    await visit(client(), '#/notifications?scope=asked');
    await page.reload();
    await page
      .getByRole('button', { name: /^Withdraw:/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByRole('textbox');
    await reason.focus();
    await page.keyboard.insertText('x'.repeat(501)); // as when it is pasted
    await dialog.getByText('Enter at most 500 characters.').waitFor();
    await dialog.getByRole('button', { name: 'Withdraw question' }).click();
    expect(await reason.inputValue()).to.have.length(501);
    expect(standIn.calls.filter(({ path }) => path.endsWith('/withdraw'))).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

/** Dialogs, and what opened them: the button of a page, of a menu, or a key in the field for a message. */
const OPENERS: Record<string, string | RegExp> = {
  'a new chat': 'New chat',
  'a chat to be changed': 'More for this chat',
  'a flow that a chat starts': /^Message to/,
  'a form in a chat': /form/,
  'withdrawing what one has asked': /^Withdraw/,
  'an assignment to hand on': /^More/,
  'steps to choose from': /^Add a step/,
  'a channel to be set up': 'Change E-mail',
};

describe('desktop in a browser: a dialog that closes', () => {
  const client = withClient();

  before(async () => {
    Object.assign(client().standIn.state, everything());
    await signIn(client());
  });

  for (const [name, opener] of Object.entries(OPENERS))
    it(`gives the focus back to what opened it: ${name}`, async () => {
      const place = PLACES.find((each) => each.name === name)!;
      const { page } = client();
      await goTo(client(), place);
      await page.getByRole('dialog').waitFor();
      await until(client(), 'document.activeElement.closest("[role=dialog]") !== null');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      const named = page.getByRole('button', { name: opener }).or(page.getByRole('textbox', { name: opener }));
      await named.and(page.locator(':focus')).waitFor();
      await leave(client(), place);
    });
});

/** How far a dialog's contents exceed its inner edge, and its end exceeds the window. */
const OVERHANG = `${SETTLED}.then(() => {
  const surface = document.querySelector('.fui-DialogSurface');
  const body = surface.querySelector('.fui-DialogBody');
  const inner = surface.getBoundingClientRect().bottom - parseFloat(getComputedStyle(surface).paddingBottom);
  const last = [...body.querySelectorAll('button')].at(-1);
  last.scrollIntoView({ block: 'nearest' });
  const beyond = (each) => Math.max(0, Math.round(each.getBoundingClientRect().bottom - inner) - 2); // room for a focus ring
  return { body: beyond(body), last: beyond(last) };
})`;

describe('desktop in a browser: a dialog taller than its window', () => {
  const client = withClient();
  const many = Array.from({ length: 30 }, (_, n) => ({ name: `v${n}`, type: 'text' as const, label: `Variable ${n}` }));

  before(async () => {
    const { standIn } = client();
    Object.assign(standIn.state, { flows: [{ ...flow, variables: many }], roles: ['author'] });
    standIn.state.definitions[flow.id] = savedFlow;
    await signIn(client());
  });

  for (const [width, height] of [
    [1180, 800],
    [360, 740],
  ] as const)
    it(`scrolls inside, with its buttons in view, at ${width} px`, async () => {
      const { page } = client();
      await page.setViewportSize({ width, height });
      await visit(client(), '#/flows');
      await page.getByRole('button', { name: `Start ${flow.name}` }).click();
      await page.getByLabel('Variable 29').waitFor();
      expect(await page.evaluate(OVERHANG)).to.deep.equal({ body: 0, last: 0 });
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await visit(client(), `#/flows/${flow.id}/edit`);
      await page
        .getByRole('button', { name: /^Add a step/ })
        .first()
        .click();
      await page.getByRole('dialog').waitFor();
      expect(await page.evaluate(OVERHANG)).to.deep.equal({ body: 0, last: 0 });
      await page.keyboard.press('Escape');
    });

  it('shows why it was refused, even to a person who sends it from its first field', async () => {
    const { page } = client();
    await page.setViewportSize({ width: 1180, height: 800 });
    await visit(client(), '#/flows');
    await page.route('**/executions', (route) =>
      route.fulfill({ status: 503, contentType: 'application/problem+json', json: { code: 'unavailable' } }),
    );
    await page.getByRole('button', { name: `Start ${flow.name}` }).click();
    await page.getByLabel('Variable 0').press('Control+Enter');
    await page.getByRole('dialog').getByText('The server is busy right now. Please try again in a moment.').waitFor();
    await until(
      client(),
      `(() => {
      const { bottom } = document.querySelector('[role=dialog] .fui-MessageBar').getBoundingClientRect();
      return bottom <= document.querySelector('[role=dialog]').getBoundingClientRect().bottom;
    })()`,
    );
  });
});
