import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { everything } from '../places/given.ts';
import { signIn, until, visit, withClient } from './client.ts';
import { TEXT, withQuestions } from './questions.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { questionIn } from '../support/screens/question.ts';

const DIRECTION = '[document.documentElement.dir, getComputedStyle(document.querySelector("main")).direction]';

describe('desktop in a browser: right-to-left layout', function () {
  this.timeout(60_000);
  const client = withClient({ language: 'ar-EG' });
  const page = () => client().page;
  const button = (name: string | RegExp) => page().getByRole('button', { name });
  const question = () => questionIn(page());
  const left = async (target: Locator): Promise<number> => (await target.first().boundingBox())!.x;
  const middle = async (target: Locator): Promise<number> => {
    const { x, width } = (await target.first().boundingBox())!;
    return x + width / 2;
  };

  before(async () => {
    Object.assign(client().standIn.state, everything());
    await signIn(client());
  });

  it('is available to people who read that way, and bothers nobody else', async () => {
    expect(await page().evaluate(DIRECTION), 'as English is written').to.deep.equal(['ltr', 'ltr']);
    await button(/^Account of/).click();
    await page().getByRole('radio', { name: 'Right to left' }).check();
    await until(client(), 'document.documentElement.dir === "rtl"');
    await page().keyboard.press('Escape');
    await page().reload();
    await page().getByRole('navigation').first().waitFor();
    expect(await page().evaluate(DIRECTION), 'it is kept').to.deep.equal(['rtl', 'rtl']);
  });

  it('mirrors everything', async () => {
    await visit(client(), '#/notifications/approval');
    await question().approve.waitFor();
    const places = ['Inbox', 'Chats', 'Flows', 'Executions'].map((name) =>
      page().getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
    );
    const middles = await Promise.all(places.map(middle));
    expect(middles, 'the first place is the rightmost').to.deep.equal([...middles].sort((a, b) => b - a));
    expect(await middle(page().getByRole('link', { name: 'Handback' }))).to.be.above(middles[0]!);
    expect(await left(button(/^Account of/))).to.be.below(100);
    expect(await middle(page().getByRole('searchbox')), 'the list').to.be.above(
      await middle(page().getByRole('article')),
    );
    expect(await middle(question().approve)).to.be.above(await middle(question().reject));
  });

  it('leaves drawings and definitions unchanged', async () => {
    await visit(client(), '#/flows/expense-approval/edit');
    await page().getByRole('group', { name: 'Start' }).waitFor();
    const direction = (selector: string) =>
      page().evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).direction`);
    expect(await direction('.react-flow')).to.equal('ltr');
    const editor = flowEditorOn(page());
    await editor.openText();
    await editor.definition.waitFor();
    expect(await direction('.cm-content')).to.equal('ltr');
    await editor.openDrawing(); // the browser would remember it for later tests
  });

  it('moves an entry of a tree inwards with the arrow key for that direction', async () => {
    await visit(client(), '#/notifications/form');
    await button('Add an entry').click();
    await page().keyboard.type('First');
    await page().keyboard.press('Enter');
    await page().keyboard.type('Second');
    await page().keyboard.press('Alt+Shift+ArrowLeft');
    await page().getByRole('textbox', { name: 'Entry 1.1' }).waitFor();
  });

  it('keeps the order of words in the other direction', async () => {
    await visit(client(), '#/notifications');
    await page().getByText('minutes ago').first().waitFor();
    const [number, word] = await page().evaluate<[number, number]>(`(() => {
      const { firstChild: words } = document.querySelector('a[data-id] time');
      return [0, 2].map((at) => {
        const range = document.createRange();
        range.setStart(words, at);
        range.setEnd(words, at + 1);
        return range.getBoundingClientRect().x;
      });
    })()`);
    expect(number, '5 minutes, not minutes 5').to.be.below(word);
  });
});

describe('desktop in a browser: a right-to-left question for a reader of English', () => {
  const NAME = '\u0637\u0644\u0628 \u0634\u0631\u0627\u0621';
  const client = withClient();
  const put = withQuestions(client);
  const page = () => client().page;
  const placeOf = async (target: Locator) => (await target.first().boundingBox())!;

  const ask = async (): Promise<void> => {
    const item = { kind: 'item' as const, indent: 1, spans: [{ text: NAME }] };
    const cost = { label: NAME, kind: 'text' as const, value: NAME };
    const asked = await put({ flowName: NAME, title: NAME, content: [item, item], facts: [cost] }, TEXT);
    await visit(client(), `#/notifications/${asked.id}`);
    await page().getByRole('article').getByRole('listitem').first().waitFor();
  };

  it('keeps the order of the words in its header', async () => {
    await ask();
    const [name, asker] = await page().evaluate<[number, number]>(
      "[...document.querySelectorAll('article header bdi')].map((each) => each.getBoundingClientRect().x)",
    );
    expect((await placeOf(page().locator('article header time'))).x, 'when, after the name').to.be.above(name);
    expect(asker, 'in a line of its own').to.equal(name);
  });

  it('has the text of a list beside its markers, and each figure in its column', async () => {
    await ask();
    const [end, words] = await page().evaluate<[number, number]>(`(() => {
      const item = document.querySelector('article li');
      const range = document.createRange();
      range.selectNodeContents(item);
      return [item.getBoundingClientRect().right, range.getBoundingClientRect().right];
    })()`);
    expect(words).to.be.closeTo(end, 2);
    const row = page().getByRole('article').getByRole('row');
    for (const cell of [row.getByRole('rowheader'), row.getByRole('cell')])
      expect((await placeOf(cell.locator('bdi'))).x, 'where its column starts').to.be.closeTo(
        (await placeOf(cell)).x,
        2,
      );
  });

  it('has the ending of a name, a description or an option at its reading end', async () => {
    const asks = `${NAME}!`;
    const options = [{ value: 'a', label: asks, description: asks }];
    const asked = await put({ inputType: 'form' }, [
      { name: 'why', type: 'text', label: asks, description: asks, required: true },
      { name: 'what', type: 'select', variant: 'buttons', label: asks, options },
    ]);
    await visit(client(), `#/notifications/${asked.id}`);
    await page().getByRole('textbox', { name: asks }).waitFor();
    const ends = await page().evaluate<boolean[]>(`(() => {
      const words = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_TEXT);
      const ends = [];
      while (words.nextNode()) {
        const { data } = words.currentNode;
        if (data !== ${JSON.stringify(asks)}) continue;
        const [start, end] = [0, data.length - 1].map((at) => {
          const range = document.createRange();
          range.setStart(words.currentNode, at);
          range.setEnd(words.currentNode, at + 1);
          return range.getBoundingClientRect().x;
        });
        ends.push(end < start);
      }
      return ends;
    })()`);
    expect(ends).to.deep.equal([true, true, true, true, true]);
  });

  it('keeps the order of a date if a row of the list names it', async () => {
    const day = { label: NAME, kind: 'date' as const, value: '2026-03-01' };
    const asked = await put({ title: NAME, facts: [day] }, TEXT);
    await visit(client(), '#/notifications');
    const row = page().locator(`a[data-id="${asked.id}"]`);
    await row.getByText('1 Mar 2026').waitFor();
    const [first, last] = await page().evaluate<[number, number]>(`(() => {
      const words = document.createTreeWalker(document.querySelector('a[data-id]'), NodeFilter.SHOW_TEXT);
      while (words.nextNode()) {
        const at = words.currentNode.data.indexOf('1 Mar 2026');
        if (at < 0) continue;
        return [at, at + 6].map((from) => {
          const range = document.createRange();
          range.setStart(words.currentNode, from);
          range.setEnd(words.currentNode, from + 1);
          return range.getBoundingClientRect().x;
        });
      }
    })()`);
    expect(first).to.be.below(last);
  });
});
