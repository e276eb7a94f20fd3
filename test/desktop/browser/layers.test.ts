import { expect } from 'chai';
import { SETTLED } from '../support/layout.ts';
import { approvalSpec, notification, template } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';
import { questionIn } from '../support/screens/question.ts';

/** The buttons of the open menu, and what a press at the middle of each would hit. */
const REACHED = `${SETTLED}.then(() => {
  const menu = document.querySelector('.fui-PopoverSurface');
  return [...menu.querySelectorAll('button, input')].flatMap((each) => {
    each.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = each.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return menu.contains(there) ? [] : [each.outerHTML.slice(0, 80) + ' under ' + there.outerHTML.slice(0, 80)];
  });
})`;

for (const [name, viewport] of [
  ['beside the list', { width: 1180, height: 800 }],
  ['on a phone', { width: 360, height: 740 }],
] as const)
  describe(`desktop in a browser: what opens above a question, ${name}`, () => {
    const client = withClient({ viewport });

    it('covers the answer controls', async () => {
      const { page, standIn } = client();
      const asked = notification({ id: 'asked' });
      standIn.state.notifications = [asked];
      standIn.state.templates[asked.promptTemplateId] = template(asked, [approvalSpec]);
      await signIn(client());
      await visit(client(), '#/notifications/asked');
      await questionIn(page).addNote.click();
      await page.getByRole('textbox', { name: 'Note' }).waitFor();
      await page.getByRole('button', { name: /^Account of/ }).click();
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
      expect(await page.evaluate(REACHED)).to.deep.equal([]);
    });
  });
