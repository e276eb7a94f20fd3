import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { questionIn } from '../support/screens/question.ts';
import { approvalSpec } from '../support/samples.ts';
import { until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

const LONG = Array.from({ length: 120 }, (_, n) => `Line ${n} of what is to be decided on.`).join('\n');
const PRESSED: VariableSpec[] = [{ ...approvalSpec, variant: 'buttons', autoSubmitOnSelect: true }];
const UNSET: VariableSpec[] = [
  { name: 'sure', type: 'boolean', label: 'Sure', required: true },
  { name: 'share', type: 'range', label: 'Share', validation: { min: 0, max: 10 } },
  {
    name: 'papers',
    type: 'file',
    label: 'Papers',
    accept: ['application/pdf', '.docx', 'image/*'],
    validation: { max: 3 },
  },
];

describe('desktop in a browser: long questions, and unset values', () => {
  const client = withClient({ viewport: { width: 360, height: 640 } });
  const put = withQuestions(client);
  const page = () => client().page;
  const question = () => questionIn(page().getByRole('article'));

  async function ask(change: Parameters<typeof put>[0], specs: VariableSpec[]) {
    const asked = await put(change, specs);
    await visit(client(), `#/notifications/${asked.id}`);
    await page().getByRole('article').waitFor();
    return asked;
  }

  it('keep their answer controls in view, but never on top of the focused element', async () => {
    await ask({ prompt: LONG }, PRESSED);
    await question().approve.waitFor();
    await until(client(), `document.documentElement.style.getPropertyValue('--actions-height') !== ''`);
    const { y, height } = (await question().approve.boundingBox())!;
    expect(y + height, 'without scrolling').to.be.lessThan(640 - 56);
    await question().addNote.focus();
    const note = (await question().addNote.boundingBox())!;
    const bar = (await question().approve.locator('xpath=ancestor::*[contains(@style,"sticky")]').boundingBox())!;
    expect(note.y + note.height).to.be.at.most(bar.y + 1);
  });

  it('keep long names inside their card, and truncate them in rows', async () => {
    const flowName = 'x'.repeat(120);
    const done = { status: 'completed', closedReason: 'answered', answeredBy: flowName } as const;
    const asked = await ask({ flowName, title: 'Long', ...done, respondedAt: new Date().toISOString() }, PRESSED);
    const widths = "[document.querySelector('article').scrollWidth, document.querySelector('article').clientWidth]";
    const [needed, given] = await page().evaluate<[number, number]>(widths);
    expect(needed).to.equal(given);
    await visit(client(), '#/notifications?status=completed');
    const row = page().locator(`a[data-id=${asked.id}]`);
    await row.waitFor();
    expect((await row.boundingBox())!.width).to.be.at.most(360);
    expect((await row.boundingBox())!.height, 'two lines for each of two names').to.be.below(170);
  });

  it('leave a small screen to their text, as at 400 % zoom', async () => {
    await page().setViewportSize({ width: 320, height: 256 });
    await ask({ prompt: LONG }, PRESSED);
    await question().approve.waitFor();
    await until(client(), `document.documentElement.style.getPropertyValue('--actions-height') === '0px'`);
    expect((await question().approve.boundingBox())!.y).to.be.greaterThan(640);
    await page().setViewportSize({ width: 360, height: 640 });
  });

  it('say that a switch or slider is not set, and assume no answer', async () => {
    await ask({ inputType: 'form' }, UNSET);
    await page().getByText('Nothing chosen').nth(1).waitFor();
    await question().send.click();
    await until(client(), `document.querySelector('[aria-invalid=true]') !== null`);
    expect(client().standIn.calls.some(({ path }) => path.endsWith('/respond'))).to.equal(false);
    await page().getByRole('button', { name: 'Choose No' }).click();
    await page().getByRole('button', { name: 'Choose 0' }).click();
    await question().send.click();
    await question().outcome.waitFor();
    const { body } = client().standIn.calls.find(({ path }) => path.endsWith('/respond'))!;
    expect(body).to.deep.equal({ values: { sure: false, share: 0 } });
  });

  it('let a switch and a slider that are optional be cleared again, even of what the author has filled in', async () => {
    await ask({ inputType: 'form' }, [
      { name: 'sure', type: 'boolean', label: 'Sure', default: true },
      { name: 'share', type: 'range', label: 'Share', validation: { min: 0, max: 10 } },
      { name: 'must', type: 'boolean', label: 'Must', required: true },
      {
        name: 'pick',
        type: 'select',
        options: [{ value: 'keep' }, { value: 'drop' }],
        variant: 'buttons',
        default: 'keep',
      },
    ]);
    await page().getByRole('button', { name: 'keep' }).click();
    await page().getByRole('button', { name: 'Choose 0' }).press('Enter');
    await page().getByRole('button', { name: 'Choose No' }).press('Enter');
    await until(client(), `document.activeElement.type === 'checkbox'`);
    const clear = page().getByRole('button', { name: 'Clear', exact: true });
    expect(await clear.count(), 'not for what is required').to.equal(2);
    await clear.last().press('Enter');
    await until(client(), `document.activeElement.type === 'range'`);
    await clear.press('Enter');
    await page().getByText('Nothing chosen').nth(1).waitFor();
    await question().send.click();
    await question().outcome.waitFor();
    const { body } = client().standIn.calls.find(({ path }) => path.endsWith('/respond'))!;
    expect(body).to.deep.equal({ values: { must: false } });
  });

  it('say in words which files are accepted', async () => {
    await ask({ inputType: 'form' }, UNSET);
    await page().getByText('Or drop it here: PDF, Word or images, up to 25 MB, 3 files at most.').waitFor();
  });

  it('say that an address without a question leads nowhere', async () => {
    const refusal = { code: 'validation_failed', status: 422, fields: { ids: 'This is not a valid ID.' } } as const;
    client().standIn.state.refusals['GET /user/notifications'] = refusal;
    await visit(client(), '#/notifications/no id at all');
    await page().getByText('This question is not in your inbox').waitFor();
  });

  it('are printed whole, without the rest of the page', async () => {
    await ask({ prompt: LONG }, PRESSED);
    await question().approve.waitFor();
    await page().emulateMedia({ media: 'print' });
    expect(await question().approve.isVisible()).to.equal(false);
    expect(await page().getByRole('navigation').first().isVisible()).to.equal(false);
    const text = page().getByText('Line 119 of what');
    await text.waitFor();
    const color = await page().evaluate(`getComputedStyle(document.querySelector('article')).color`);
    expect(color).to.equal('rgb(0, 0, 0)');
    const height = await page().evaluate<number>('document.documentElement.scrollHeight');
    expect(height, 'nothing is cut off').to.be.greaterThan(120 * 20);
    await page().emulateMedia({ media: null });
  });
});
