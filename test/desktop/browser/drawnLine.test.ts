import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

/** Types into the focused field and begins a line, within one frame. */
const DRAW_AS_TYPED = `(async () => {
  const name = document.activeElement;
  const type = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const handle = document.querySelector('.react-flow__node .react-flow__handle-bottom');
  const { x, y } = handle.getBoundingClientRect();
  const press = (kind, by) => new MouseEvent(kind, { bubbles: true, button: 0, clientX: x + 2 + by, clientY: y + 2 + by });
  type.call(name, 'Tell them');
  name.dispatchEvent(new Event('input', { bubbles: true }));
  await Promise.resolve();
  handle.dispatchEvent(press('mousedown', 0));
  document.dispatchEvent(press('mousemove', 40));
  await new Promise((resolve) => setTimeout(resolve, 100));
  const isBegun = document.querySelector('.react-flow__connection') !== null;
  document.dispatchEvent(press('mouseup', 40));
  return isBegun;
})()`;

describe('desktop in a browser: drawing a line between steps', () => {
  const client = withClient();

  it('begins right after something was typed, before the steps are measured anew', async () => {
    const { page, standIn } = client();
    Object.assign(standIn.state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await signIn(client());
    await visit(client(), '#/flows/expense-approval/edit');
    await flowEditorOn(page).openStep('Tell everybody');
    await flowEditorOn(page).panel.getByLabel('Name of the step').focus();
    expect(await page.evaluate(DRAW_AS_TYPED)).to.equal(true);
    expect(client().complaints).to.deep.equal([]);
  });
});
