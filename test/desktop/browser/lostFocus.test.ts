import { expect } from 'chai';
import { advanceTime, controlTime, stopTime } from '../../support/pageTime.ts';
import { keep, selectTwo } from '../places/steps.ts';
import { answersOnTheirWay, everything } from '../places/given.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';

/** The names of the places around the focus, from the inside; none if it is lost. */
const AROUND = `(() => {
  const names = [];
  for (let each = document.activeElement; each; each = each.parentElement)
    if (each.matches('main, article, [aria-label]')) names.push(each.ariaLabel ?? each.localName);
  return names;
})()`;

describe('desktop in a browser: a pressed control that disappears', () => {
  const client = withClient();
  const page = () => client().page;
  const press = (name: string | RegExp) => page().getByRole('button', { name }).first().press('Enter');
  const isAround = (name: string) => until(client(), `${AROUND}.includes(${JSON.stringify(name)})`);

  before(async () => {
    await controlTime(client().context);
    Object.assign(client().standIn.state, everything());
    await signIn(client());
  });
  const isKept = () => until(client(), "document.querySelector('main[data-tabster]') !== null");
  beforeEach(isKept);
  beforeEach(() => visit(client(), '#/nowhere'));

  it('leaves the focus at the selected questions', async () => {
    await visit(client(), '#/notifications');
    await selectTwo(client());
    await press(/^Select all/);
    await isAround('Selected questions');
    expect(
      await page()
        .getByRole('button', { name: /^Select all/ })
        .count(),
    ).to.equal(0);
    await press('Clear selection');
  });

  it('leaves the focus there if the page was still loading when it came to the control', async () => {
    const release = await holdBack(client(), 'GET', /PageKeeper/);
    await page().reload();
    await visit(client(), '#/notifications');
    await selectTwo(client());
    await page()
      .getByRole('button', { name: /^Select all/ })
      .focus();
    await release();
    await isKept();
    await page().keyboard.press('Enter');
    await isAround('Selected questions');
    await press('Clear selection');
  });

  it('leaves the focus in the list when a question is snoozed', async () => {
    await visit(client(), '#/notifications');
    const asked = page().getByRole('link', { name: /^Unread: A question that goes on/ });
    await asked.focus();
    await page().keyboard.press('h');
    await page()
      .getByRole('dialog')
      .getByRole('button', { name: /^In an hour/ })
      .press('Enter');
    await asked.waitFor({ state: 'detached' });
    await isAround('main');
  });

  it('leaves the focus at the question whose answer is sent', async () => {
    await keep(answersOnTheirWay('soon'))(client());
    await visit(client(), '#/notifications/soon');
    await press('Send now');
    await isAround('article');
  });

  it('leaves the focus at the parts of a step, and in the editor of a new flow', async () => {
    await visit(client(), '#/new-flow');
    await press(/^One question/);
    await isAround('main');
    await flowEditorOn(page()).openStep('Ask somebody');
    await press('Add an option');
    await press(/^Take out/);
    await isAround('Options');
    await press(/^Remove the connection/);
    await isAround('What comes next');
  });

  it('does not take the focus back from an empty part of the page', async () => {
    await visit(client(), '#/notifications');
    const first = page()
      .getByRole('link', { name: /^Unread/ })
      .first();
    await first.focus();
    await page().evaluate('document.activeElement.blur()'); // as a press there does
    await stopTime(page());
    client().standIn.state.notifications = [];
    client().standIn.tell({ event: 'notification_changed', data: { id: 'form' } });
    await first.waitFor({ state: 'detached' });
    await advanceTime(page(), 60_000);
    expect(await page().evaluate('document.activeElement.localName')).to.equal('body');
  });
});
