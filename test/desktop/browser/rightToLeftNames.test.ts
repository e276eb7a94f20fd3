import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { SETTLED } from '../support/layout.ts';
import { signIn, until, visit, withClient } from './client.ts';

const NAME = '\u0637\u0644\u0628 \u0634\u0631\u0627\u0621!';

/** The elements whose name has its ending, an exclamation mark, at the wrong end, and how many were looked at. */
const ENDS = `${SETTLED}.then(() => {
  const nodes = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const place = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect();
  };
  const wrong = [];
  let count = 0;
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const at = node.data.indexOf(${JSON.stringify(NAME)});
    if (at < 0 || !node.parentElement.checkVisibility() || node.parentElement.closest('option, pre')) continue;
    const [first, last] = [place(node, at), place(node, at + ${NAME.length - 1})];
    if (first.top !== last.top || last.width === 0) continue; // it is broken into lines, or not drawn
    count += 1;
    if (last.x > first.x) wrong.push(node.parentElement.outerHTML.slice(0, 120));
  }
  return { wrong, count };
})`;

describe('desktop in a browser: right-to-left names for a reader of English', () => {
  const client = withClient();
  const page = () => client().page;

  before(async () => {
    const { flows, definitions, chats, logs, assignments, sendings, executions, notifications, ...others } =
      everything();
    const named = JSON.parse(
      JSON.stringify({ flows, definitions, chats, logs, assignments, sendings, executions, notifications }),
      (key, value: unknown) =>
        ['name', 'flowName', 'displayName', 'description', 'reason', 'note'].includes(key) && typeof value === 'string'
          ? NAME
          : value,
    ) as object;
    Object.assign(client().standIn.state, others, named);
    await signIn(client());
  });

  for (const hash of [
    '#/notifications',
    '#/flows',
    '#/flows/expense-approval',
    '#/executions/01JZ0000000000000000000000',
    '#/chats',
    '#/chats/office',
    '#/logs/log',
    '#/assignments',
    '#/assignments?tab=history',
    '#/assignments/policy',
    '#/assignments/sent',
    '#/assignments/sent/sending',
  ])
    it(`have their ending at their reading end at ${hash}`, async () => {
      await visit(client(), hash);
      await until(client(), `document.querySelector('main').textContent.includes(${JSON.stringify(NAME)})`);
      if (hash === '#/flows/expense-approval') await page().getByText('The 5 steps in words').click();
      if (hash === '#/chats/office') await page().getByRole('button', { name: 'Download' }).first().waitFor();
      const { wrong, count } = await page().evaluate<{ wrong: string[]; count: number }>(ENDS);
      expect(count).to.be.above(0);
      expect(wrong).to.deep.equal([]);
    });
});
