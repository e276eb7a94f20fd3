import { expect } from 'chai';
import { HEARD } from '../support/announced.ts';
import { flow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, until, visit, withClient } from './client.ts';

const WIDE = { width: 1180, height: 800 };
const PHONE = { width: 360, height: 740 };

describe('desktop in a browser: drawing with the keyboard', () => {
  const client = withClient({ viewport: WIDE });
  const page = () => client().page;
  const editor = () => flowEditorOn(page());
  const press = async (...keys: string[]) => {
    for (const key of keys) await page().keyboard.press(key);
  };
  const step = (name: string) => page().getByRole('group', { name: new RegExp(`^${name}, `) });
  const isFocused = (what: string) => until(client(), `(${what}) === document.activeElement`);
  const stepIsFocused = (name: string) =>
    isFocused(`document.querySelector('.react-flow__node[aria-label^="${name}, "]')`);
  const formIsFocused = () => isFocused("document.querySelector('[data-panel-title]')");
  const heard = (words: string) => until(client(), `(window.heard ?? []).includes(${JSON.stringify(words)})`);

  const chooseKind = async (kind: string) => {
    await page().getByRole('searchbox', { name: 'Find a kind of step' }).waitFor();
    await page().keyboard.type(kind);
    await press('Enter');
  };
  const addAfterStart = async (kind: string) => {
    await step('Start').focus();
    await press('+');
    await chooseKind(kind);
    await formIsFocused();
  };

  before(async () => {
    client().standIn.state.flows = [flow];
    client().standIn.state.roles = ['author'];
    await client().context.addInitScript(HEARD);
    await signIn(client());
  });

  beforeEach(async () => {
    await page().setViewportSize(WIDE);
    await visit(client(), '#/nowhere');
    await page().evaluate(`for (const name of Object.keys(localStorage))
      if (name.startsWith('handback.definition')) localStorage.removeItem(name)
      dispatchEvent(new StorageEvent('storage'))`);
    await visit(client(), '#/new-flow');
    await editor().begin('With an empty flow');
  });

  it('shows and says why a step was not removed', async () => {
    const why = 'The start and the last end cannot be removed.';
    await step('Start').focus();
    const isShown = page().getByText(why).locator('visible=true').waitFor();
    await press('Delete');
    await isShown;
    await heard(why);
    await stepIsFocused('Start');
  });

  it('leads into the form of a step, also if it is open, and back to the step', async () => {
    await step('Start').focus();
    await press('Enter');
    await formIsFocused();
    await step('Start').focus();
    await press('Enter');
    await formIsFocused();
    await press('Tab', 'Enter');
    await stepIsFocused('Start');
    expect(await editor().panel.count()).to.equal(0);
  });

  it('adds the kind of step that is named as typed, before one that only mentions it', async () => {
    await addAfterStart('wait');
    await heard('“Wait” was added.');
  });

  it('undoes again after the open step is gone', async () => {
    await addAfterStart('wait');
    await press('Control+z');
    await heard('Undone.');
    await step('Wait').waitFor({ state: 'detached' });
    await until(client(), "document.activeElement.textContent.startsWith('Choose a step')");
    await press('Control+y');
    await heard('Redone.');
    await step('Wait').waitFor();
  });

  it('undoes one change after another, as fast as the key repeats, and leaves the typed name alone', async () => {
    await page()
      .getByLabel(/^Name of the flow/)
      .fill('Kept');
    for (const kind of ['wait', 'set values', 'message']) await addAfterStart(kind);
    await step('Start').focus();
    await step('Message').press('Enter');
    await formIsFocused();
    await press('Control+z', 'Control+z', 'Control+z');
    await step('Wait').waitFor({ state: 'detached' });
    expect(
      await page()
        .getByLabel(/^Name of the flow/)
        .inputValue(),
    ).to.equal('Kept');
    expect(await page().locator('.react-flow__node').count()).to.equal(2);
  });

  it('opens the added step on a phone, and does not close it with the same key', async () => {
    await page().setViewportSize(PHONE);
    await page().getByRole('button', { name: 'Add a step after “Start”' }).press('Enter');
    await chooseKind('wait');
    await heard('“Wait” was added.');
    await isFocused("document.querySelector('[role=dialog] button')");
    await press('Escape');
    await isFocused('document.querySelector(\'[aria-label^="Add a step after “Start”"]\')');
  });
});
