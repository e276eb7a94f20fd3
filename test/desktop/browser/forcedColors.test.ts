// cspell:ignore connectionindicator arrowhead textbg
import { expect } from 'chai';
import { flow, notification, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { signIn, visit, withClient } from './client.ts';

/** How an element is drawn, as the browser computes it in forced colours. */
const drawn = (selector: string, property: string, pseudo = '') =>
  `getComputedStyle(document.querySelector(${JSON.stringify(selector)}), ${JSON.stringify(pseudo)})[${JSON.stringify(property)}]`;

describe('desktop in a browser: in forced colours', () => {
  const client = withClient();
  const page = () => client().page;
  const read = (expression: string) => page().evaluate<string>(expression);

  before(async () => {
    const { standIn } = client();
    await page().emulateMedia({ forcedColors: 'active' });
    standIn.state.notifications = ['one', 'two'].map((id) => notification({ id, prompt: `Is it ${id}?` }));
    standIn.state.notifications[1]!.isRead = true;
    Object.assign(standIn.state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await signIn(client());
    await visit(client(), '#/notifications');
    await inboxOn(page()).rows.first().waitFor();
  });

  it('shows where the person is: which page, which tab, which question', async () => {
    const canvas = await read(drawn('body', 'backgroundColor'));
    for (const link of ['header a[aria-current]', 'nav[aria-label="Questions by status"] a[aria-current]'])
      expect(await read(drawn(link, 'backgroundColor', '::after')), link).to.not.be.oneOf([canvas, 'rgba(0, 0, 0, 0)']);
    await visit(client(), '#/notifications/two');
    await page().locator('a[data-id="two"][aria-current]').waitFor();
    const edge = (id: string) =>
      read(`getComputedStyle(document.querySelector('a[data-id="${id}"]').parentElement).outlineStyle`);
    expect(await edge('two')).to.equal('solid');
    expect(await edge('one')).to.equal('none');
  });

  it('shows what is unread, and which switch is on', async () => {
    await visit(client(), '#/notifications');
    const dot = (id: string) => read(drawn(`a[data-id="${id}"] > span[aria-hidden]`, 'backgroundColor'));
    await page().locator('a[data-id="one"]').waitFor();
    expect(await dot('one')).to.not.equal(await dot('two'));
    const toggle = page().getByRole('button', { name: 'Compact rows' });
    const width = () => read(drawn('button[aria-label="Compact rows"]', 'borderTopWidth'));
    const before = await width();
    await toggle.click();
    expect(await width()).to.not.equal(before);
    await toggle.click();
  });

  it('shows which step of a drawing is open, and where its edges begin', async () => {
    await visit(client(), '#/flows/expense-approval/edit');
    const editor = flowEditorOn(page());
    await editor.openStep('Is that clear\\?');
    const outlines = await page().evaluate<string[]>(`[...document.querySelectorAll('.react-flow__node')].map(
      (step) => step.textContent + ': ' + getComputedStyle(step.firstElementChild).outlineStyle)`);
    expect(outlines.filter((each) => each.endsWith('solid'))).to.have.length(1);
    expect(outlines.find((each) => each.endsWith('solid'))).to.contain('Is that clear?');
    const canvas = await read(drawn('body', 'backgroundColor'));
    const grip = drawn('.react-flow__handle.source.connectionindicator', 'borderTopColor');
    expect(await read(grip)).to.not.equal(canvas);
  });

  it('draws the edges of a flow, with their arrowheads and labels', async () => {
    await visit(client(), '#/flows/expense-approval');
    await page().locator('.react-flow__edge-text').first().waitFor();
    const canvas = await read(drawn('body', 'backgroundColor'));
    for (const [part, property] of [
      ['.react-flow__edge-path', 'stroke'],
      ['.react-flow__arrowhead polyline', 'stroke'],
      ['.react-flow__edge-text', 'fill'],
    ] as const)
      expect(await read(drawn(part, property)), part).to.not.equal(canvas);
    expect(await read(drawn('.react-flow__edge-textbg', 'fill'))).to.equal(canvas);
  });
});
