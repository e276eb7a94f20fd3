import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { notification, template } from '../support/samples.ts';
import { germanQuestionIn } from '../support/screens/question.ts';
import { signIn, visit, withClient } from './client.ts';

// cspell:disable -- German
const specs: VariableSpec[] = [
  { name: 'amount', type: 'number', label: 'Betrag' },
  { name: 'day', type: 'date', label: 'Tag' },
  { name: 'at', type: 'datetime', label: 'Beginn' },
  { name: 'costs', type: 'table', label: 'Kosten', columns: [{ name: 'price', type: 'number', label: 'Preis' }] },
];

describe('desktop in a browser: numbers and days as people type them, in German', () => {
  const client = withClient({ language: 'de-DE' });
  const label = (name: string) => client().page.getByLabel(name, { exact: true });
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });
  const press = async (...keys: string[]) => {
    for (const key of keys) await client().page.keyboard.press(key);
  };
  let count = 0;

  before(() => signIn(client()));
  beforeEach(async () => {
    const { standIn } = client();
    const asked = notification({ id: `typing${(count += 1)}`, inputType: 'form' });
    standIn.state.notifications = [asked];
    standIn.state.templates[asked.promptTemplateId] = template(asked, specs);
    standIn.tell({ event: 'notification_changed', data: { id: asked.id } });
    await visit(client(), `#/notifications/${asked.id}`);
    await label('Betrag').waitFor();
  });

  const sent = async () => {
    await germanQuestionIn(client().page).send.click();
    await client().page.getByRole('region', { name: 'Ergebnis' }).waitFor();
    const call = client().standIn.calls.findLast(({ path }) => path.endsWith('/respond'));
    return (call?.body as { values: Record<string, unknown> }).values;
  };

  it('with a decimal comma, and zeros on the way', async () => {
    await label('Betrag').pressSequentially('-0,05');
    for (const [row, price] of ['1,05', '-0,5', '10.05'].entries()) {
      await button('Zeile hinzufügen').click();
      await label(`Preis, Zeile ${row + 1}`).pressSequentially(price);
    }
    expect(await sent()).to.deep.include({
      amount: -0.05,
      costs: [{ price: 1.05 }, { price: -0.5 }, { price: 10.05 }],
    });
  });

  it('reports what it cannot parse, and changes nothing when the page is scrolled', async () => {
    const { page } = client();
    await label('Betrag').pressSequentially('5');
    await label('Betrag').hover();
    await page.mouse.wheel(0, 200);
    await label('Betrag').pressSequentially('e');
    await germanQuestionIn(client().page).send.click();
    await page.getByText('Geben Sie eine Zahl ein.').waitFor();
    expect(await label('Betrag').inputValue()).to.equal('5e');
    await label('Betrag').pressSequentially('2');
    expect(await sent()).to.deep.include({ amount: 500 });
  });

  it('with another year for a date and time that is already there', async () => {
    await label('Beginn').fill('2026-03-03T10:45');
    await label('Beginn').focus();
    await press('ArrowRight', 'ArrowRight', '2', '0', '2', '7');
    expect(await label('Beginn').inputValue()).to.equal('2027-03-03T10:45');
    expect((await sent())['at']).to.match(/^2027-03-03T10:45:00[+-]\d\d:\d\d$/);
  });

  it('keeps a partly typed day', async () => {
    const { page } = client();
    await label('Tag').focus();
    await press('0', '3', '0', '3', '2');
    await press('Backspace');
    await germanQuestionIn(client().page).send.click();
    await page.getByText('Geben Sie ein Datum ein, das es gibt').waitFor();
    await label('Tag').focus();
    await press('Backspace', 'ArrowRight', 'Backspace', 'ArrowRight', 'Backspace');
    expect(await sent()).to.not.have.property('day');
  });
});
