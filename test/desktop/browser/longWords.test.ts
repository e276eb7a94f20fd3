import { expect } from 'chai';
import type { Option, VariableSpec } from '../../../contract/variables.ts';
import { assignment, log, muchTold } from '../support/assignmentSamples.ts';
import { sentRequest } from '../support/askedRoutes.ts';
import { SETTLED, tooWideOn } from '../support/layout.ts';
import { notification, template } from '../support/samples.ts';
import { signIn, visit, withClient } from './client.ts';

const FLOW = 'Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung'; // cspell:disable-line
const GROUP = 'Everybody in the department of research and development (Austria, Germany, Switzerland)';
const NAME = 'Travel expenses of the first quarter, with all receipts';

/** Labels of a phone's navigation that take more than one line. */
const BROKEN = `${SETTLED}.then(() => [...document.querySelectorAll('header nav a')].filter((each) => {
  const nodes = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const words = document.createRange();
  while (nodes.nextNode()) {
    words.selectNodeContents(nodes.currentNode);
    if (words.getClientRects().length > 1) return true;
  }
  return false;
}).map((each) => each.textContent))`;

/** Whether the state of an assignment is below its title. */
const isBelow = (words: string, around: string): string => `${SETTLED}.then(() => {
  const words = document.querySelector('${words}');
  const badge = words.closest('${around}').querySelector('.fui-Badge');
  return badge.getBoundingClientRect().top >= words.getBoundingClientRect().bottom;
})`;

/** Chosen people, groups and options that reach beyond their field. */
const TAGS_BEYOND = `${SETTLED}.then(() => [...document.querySelectorAll('.fui-Tag')].filter((each) => {
  const field = each.closest('.fui-Field, form').getBoundingClientRect();
  const text = each.querySelector('.fui-Tag__primaryText').getBoundingClientRect();
  return Math.max(text.right, each.getBoundingClientRect().right) > field.right;
}).map((each) => each.textContent))`;

const specs = (options: Option[]): VariableSpec[] => [
  {
    name: 'groups',
    type: 'multigroup',
    label: 'Everybody',
    default: [{ id: 'chosen', displayName: GROUP, email: null }],
  },
  { name: 'places', type: 'multiselect', label: 'Places', options, default: ['o7'] },
];

describe('desktop in a browser: long words', () => {
  const client = withClient({ viewport: { width: 360, height: 740 }, language: 'de-DE' });
  const page = () => client().page;

  before(async () => {
    const late = assignment({ id: 'policy', name: NAME, isOverdue: true, actions: ['delegate', 'decline'] });
    Object.assign(client().standIn.state, {
      notifications: Array.from({ length: 120 }, (_, n) => notification({ id: `q${n}` })),
      assignments: [late],
      told: muchTold().map((each) => ({ ...each, assignment: late })),
      logs: [log({ name: NAME })],
    });
    await signIn(client());
  });

  it('fit into the navigation of a phone, beside a hundred questions', async () => {
    await page().getByText('99+').waitFor();
    expect(await page().evaluate(BROKEN)).to.deep.equal([]);
  });

  it("leave a phone's width to titles, with the state of an assignment below", async () => {
    await visit(client(), '#/assignments');
    await page().getByRole('heading', { name: NAME }).waitFor();
    expect(await page().evaluate(isBelow('article h2', 'article'))).to.equal(true);
    await visit(client(), '#/notifications?scope=inbound');
    await page().getByText('Neu · ').first().waitFor();
    expect(await page().evaluate(isBelow('main li a', 'li'))).to.equal(true);
  });

  it("keep a flow's name inside its container", async () => {
    await page().route('**/api/user/requests*', (route) =>
      route.fulfill({ json: { items: [sentRequest({ flowName: FLOW })], nextCursor: null } }),
    );
    await visit(client(), '#/notifications?scope=asked');
    await page().getByText(FLOW).waitFor();
    expect(await tooWideOn(page())).to.deep.equal([]);
    client().standIn.state.notifications = ['a', 'b'].map((id) => notification({ id, flowName: FLOW }));
    await page().goto(`${client().standIn.url}/?grouped#/notifications?group=equal`);
    const name = page().locator('main li').getByText(FLOW);
    await name.waitFor();
    const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)(document.querySelector('main li a > span'))`;
    expect(await page().evaluate(isCut)).to.equal(false);
  });

  it('stay inside the fields that choose people, groups and options', async () => {
    const items = [
      { id: 'chosen', displayName: GROUP, email: null },
      { id: 'other', displayName: FLOW, email: `${FLOW.toLowerCase()}@sandbox.test` },
    ];
    await page().route('**/api/directory/groups*', (route) => route.fulfill({ json: { items, nextCursor: null } }));
    const options = Array.from({ length: 40 }, (_, n) => ({ value: `o${n}`, label: `${n} ${GROUP}` }));
    const asked = notification({ id: 'choose', inputType: 'form', meta: { label: 'Choose', variables: [] } });
    const state = { notifications: [asked], templates: { [asked.promptTemplateId]: template(asked, specs(options)) } };
    Object.assign(client().standIn.state, state);
    await visit(client(), '#/notifications/choose');
    for (const name of ['Everybody', 'Places']) await page().getByText(name, { exact: true }).waitFor();
    await page().locator('.fui-Tag').nth(1).waitFor();
    expect(await page().evaluate(TAGS_BEYOND)).to.deep.equal([]);
    await page().getByRole('combobox', { name: 'Everybody', exact: true }).pressSequentially('Gr');
    await page().getByRole('option', { name: FLOW }).waitFor();
    expect(await tooWideOn(page())).to.deep.equal([]);
  });

  it('are whole in the head of a log, whose button to delegate is the secondary one', async () => {
    await page().setViewportSize({ width: 1180, height: 800 });
    await visit(client(), '#/logs/log');
    const heading = page().getByRole('heading', { level: 1, name: NAME });
    await heading.waitFor();
    const buttons = page().locator('main header button');
    await buttons.first().waitFor();
    const cut = `(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight)(document.querySelector('h1'))`;
    expect(await page().evaluate(cut)).to.equal(false);
    const colors = `[...document.querySelectorAll('main header button')].map((each) => getComputedStyle(each).backgroundColor)`;
    const [delegate, more] = await page().evaluate<string[]>(colors);
    expect(delegate, 'no more than the button beside it').to.equal(more);
  });
});
