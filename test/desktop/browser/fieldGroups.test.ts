import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { everything } from '../places/given.ts';
import { signIn, visit, withClient } from './client.ts';
import { notification, template } from '../support/samples.ts';
import { pick } from '../support/screens/form.ts';

const colours = [{ value: 'Red' }, { value: 'Blue' }];
const furniture = { label: 'Furniture', options: [{ value: 'Desk' }, { value: 'Chair' }] };
const places = Array.from({ length: 200 }, (_, n) => ({ value: `p${n}`, label: `Place ${n}` }));

const GROUPS: VariableSpec[] = [
  { name: 'colour', label: 'Colour', type: 'select', variant: 'buttons', options: colours },
  { name: 'colours', label: 'All colours', type: 'multiselect', options: colours },
  { name: 'offer', label: 'Offer', type: 'file' },
  { name: 'outline', label: 'Outline', type: 'hierarchy' },
  { name: 'items', label: 'Items', type: 'table', columns: [{ name: 'item', type: 'text' }] },
];
const described = [{ value: 'Laptop', description: 'With a case' }, { value: 'Screen' }];
const OTHERS: VariableSpec[] = [
  {
    name: 'devices',
    label: 'Devices',
    type: 'select',
    variant: 'buttons',
    options: [furniture, { label: 'Devices', options: described }],
  },
  { name: 'goods', label: 'Goods', type: 'select', variant: 'buttons', options: [furniture, { value: 'Nothing' }] },
  { name: 'assignees', label: 'Assignees', type: 'multiuser' },
  { name: 'places', label: 'Places', type: 'multiselect', options: places },
];

describe('desktop in a browser: fields with several controls', () => {
  const client = withClient();
  const page = () => client().page;
  /** What a screen reader adds to the name of a group. */
  const describedAs = async (name: string): Promise<string> => {
    const ids = await page().getByRole('group', { name, exact: true }).first().getAttribute('aria-describedby');
    const parts = (ids ?? '').split(' ').filter(Boolean);
    const words = await Promise.all(parts.map((id) => page().locator(`[id="${id}"]`).textContent()));
    return words.join(' ');
  };

  before(async () => {
    const state = everything();
    const forms = { needed: GROUPS.map((spec) => ({ ...spec, required: true })), wanted: GROUPS, others: OTHERS };
    for (const [id, specs] of Object.entries(forms)) {
      const asked = notification({ id, inputType: 'form' });
      state.notifications.push(asked);
      state.templates[asked.promptTemplateId] = template(asked, specs);
    }
    Object.assign(client().standIn.state, state);
    await signIn(client());
  });

  it('say to screen readers that they are required before anything is wrong', async () => {
    for (const [id, isNeeded] of Object.entries({ needed: true, wanted: false })) {
      await visit(client(), `#/notifications/${id}`);
      await page().getByRole('group', { name: 'Items', exact: true }).first().waitFor();
      for (const { label } of GROUPS) expect(/Required/.test(await describedAs(label!)), label).to.equal(isNeeded);
    }
  });

  it('name the groups of their options', async () => {
    await visit(client(), '#/notifications/others');
    const goods = page().getByRole('group', { name: 'Goods', exact: true });
    const named = goods.getByRole('group', { name: 'Furniture', exact: true });
    await named.getByRole('button', { name: 'Chair' }).waitFor();
    expect(await named.getByRole('button').count()).to.equal(2);
    await goods.getByRole('button', { name: 'Nothing' }).waitFor();
  });

  it('show described options below one another, and the names of their groups above them', async () => {
    const devices = page().getByRole('group', { name: 'Devices', exact: true }).first();
    const parts = [...['Furniture', 'Desk', 'Chair'], ...['Devices', 'Laptop', 'Screen']].map((name, n) =>
      n % 3 === 0 ? devices.getByText(name, { exact: true }) : devices.getByRole('button', { name }),
    );
    for (const width of [360, 1180]) {
      await page().setViewportSize({ width, height: 800 });
      const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
      expect(new Set(boxes.map(({ x }) => Math.round(x))).size, `${width} px`).to.equal(1);
      expect(boxes.map(({ y }) => y)).to.deep.equal(boxes.map(({ y }) => y).sort((one, other) => one - other));
    }
  });

  it('name what was chosen after the field', async () => {
    await pick(page(), 'Assignees', 'Grace Hopper');
    await page().getByRole('listbox', { name: 'Assignees Chosen' }).waitFor();
    await page().getByRole('combobox', { name: 'Places' }).click();
    await page().getByRole('option', { name: 'Place 7', exact: true }).click();
    await page().getByRole('toolbar', { name: 'Places Chosen' }).waitFor();
  });
});
