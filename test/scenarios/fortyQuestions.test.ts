import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { startProduct, type TestProduct } from '../support/product.ts';
import { until } from '../support/until.ts';
import { useBrowsers } from './browsing.ts';
import { asking, publish } from './support.ts';

const KINDS = {
  approval: { inputType: 'approval', prompt: 'May it be bought?' },
  choice: { inputType: 'choice', prompt: 'Which one?', options: ['Red', 'Green', 'Blue'] },
  text: { inputType: 'text', prompt: 'Why?' },
  form: {
    inputType: 'form',
    prompt: 'How many?',
    variables: [
      { name: 'count', type: 'number', label: 'Count', required: true },
      { name: 'reason', type: 'text', label: 'Reason' },
    ],
  },
} as const;
type Kind = keyof typeof KINDS;

/** The keys for each kind, and what its flow gets: one key per decision. */
const ANSWERS: Record<Kind, { keys: string[]; given: object }> = {
  approval: { keys: ['a'], given: { value: 'approved' } },
  choice: { keys: ['2'], given: { value: 'Green' } },
  text: { keys: ['Tab', 'y', 'e', 's', 'Control+Enter'], given: { value: 'yes' } },
  form: { keys: ['Tab', '7', 'Control+Enter'], given: { values: { count: 7 } } },
};
const ORDER: Kind[] = Array.from({ length: 40 }, (_, n) =>
  n % 10 === 3 ? 'text' : n % 10 === 7 ? 'form' : n % 4 === 1 ? 'choice' : 'approval',
);

describe('forty questions of mixed kinds, with the keyboard alone', function () {
  this.timeout(300_000);
  let product: TestProduct;
  const { signIn, complaints } = useBrowsers(() => product);

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.close());

  it('take one key for each decision, and lead from one to the next', async () => {
    const ada = await product.as('ada@sandbox.test');
    const flows = new Map<Kind, string>();
    for (const [kind, human] of Object.entries(KINDS))
      flows.set(
        kind as Kind,
        await publish(ada, asking({ id: kind, human: { ...human, assignees: { users: ['grace@sandbox.test'] } } })),
      );
    const asked: [Kind, string][] = [];
    for (const kind of ORDER) {
      const execution = await product.run(ada, flows.get(kind)!);
      await product.reached(ada, execution, 'waiting');
      asked.push([kind, execution]); // what is due first comes first
    }
    const page = await signIn('Grace Hopper', { opensNext: true });
    await page.locator('a[data-id]').nth(29).waitFor();
    let presses = 0;
    const press = async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        presses += 1;
      }
    };
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    for (const [n, [kind, execution]] of asked.entries()) {
      await isAt(page, execution, n > 0);
      await press(...ANSWERS[kind].keys);
    }
    await page.getByText('All caught up').first().waitFor();
    const needed = ORDER.reduce((sum, kind) => sum + ANSWERS[kind].keys.length, 0);
    expect(presses).to.equal(needed);
    const grace = await product.as('grace@sandbox.test');
    await until(async () => (await product.inbox(grace)).every(({ status }) => status === 'completed'));
    for (const [kind, execution] of asked) {
      const { context } = await product.reached(ada, execution, 'completed');
      expect(context!['ask'], kind).to.deep.include(ANSWERS[kind].given);
    }
    expect(complaints).to.deep.equal([]);
  });

  /** Where a question can be answered: its answer controls are shown, and have the focus after another question. */
  async function isAt(page: Page, execution: string, isFocused: boolean): Promise<void> {
    await page.waitForURL(new RegExp(`/notifications/${execution}`));
    const article = page.getByRole('article');
    await article.getByRole('button', { name: /^(Approve|Green|Send answer)$/ }).waitFor();
    if (isFocused) await article.and(page.locator(':focus')).waitFor();
  }
});
