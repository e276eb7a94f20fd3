import { expect } from 'chai';
import type { RequestView } from '../../contract/requests.ts';
import { answered, asking, expectProblem, notificationOf, useStage } from '../scenarios/support.ts';

const ASKED = { inputType: 'approval', prompt: 'May it be paid?', assignees: { users: ['grace@sandbox.test'] } };

describe('key figures of a question (behaviour 1)', () => {
  const stage = useStage();
  const factsOf = async (request: string) => (await notificationOf(stage.product, stage.grace, request)).facts;
  const viewOf = async (by: 'ada' | 'grace', request: string) =>
    (await stage[by].call<RequestView>('GET', `/requests/${request}`)).body;

  it("are the values of their expressions when it is asked; people are the directory's", async () => {
    const facts = [
      { label: 'Amount', kind: 'money', value: '900.5 * 2', currency: 'EUR' },
      { label: 'Claimed by', kind: 'person', value: '"grace@sandbox.test"' },
      { label: 'Receipt', kind: 'link', value: '"https://erp.test/17"', text: 'Receipt {{ 17 }}' },
      { label: 'In', kind: 'money', value: '1', currency: '"usd"' },
    ];
    const request = await stage.ask({ ...ASKED, facts });
    const [amount, person, receipt, sum] = await factsOf(request);
    expect(amount).to.deep.equal({ label: 'Amount', kind: 'money', value: { amount: 1801, currency: 'EUR' } });
    expect(person!.value).to.deep.include({ displayName: 'Grace Hopper', email: 'grace@sandbox.test' });
    expect(receipt!.value).to.deep.equal({ url: 'https://erp.test/17', text: 'Receipt 17' });
    expect(sum!.value).to.deep.equal({ amount: 1, currency: 'USD' });
    expect(await viewOf('ada', request)).to.not.have.property('remarks');
  });

  it('delay nothing: failed, wrong or too long ones are reported to whoever asked', async () => {
    const facts = [
      { label: 'Broken', kind: 'number', value: '"many" * 1' },
      { label: 'Other', kind: 'date', value: '"soon"' },
      { label: 'Long', kind: 'text', value: JSON.stringify('x'.repeat(1900)) },
      { label: 'Evil', kind: 'link', value: '"javascript:alert(1)"' },
      { label: 'Nobody', kind: 'person', value: '"10000000-0000-4000-8000-00000000dead"' },
    ];
    const request = await stage.ask({ ...ASKED, facts });
    const shown = await factsOf(request);
    expect(shown.filter(({ value }) => value === null).map(({ label }) => label)).to.deep.equal([
      'Broken',
      'Other',
      'Evil',
    ]);
    expect(shown[2]!.value).to.have.length(500);
    const remarks = (await viewOf('ada', request)).remarks ?? [];
    expect(remarks.map(({ about, error }) => [about, error.code])).to.deep.equal([
      ['Broken', 'expression_failed'],
      ['Other', 'value_wrong_kind'],
      ['Long', 'value_cut'],
      ['Evil', 'value_wrong_kind'],
    ]);
    expect(await viewOf('grace', request), 'it is no business of who is asked').to.not.have.property('remarks');
    await answered(stage.grace, request, 'approved');
    expect(await stage.result(request)).to.include({ value: 'approved' });
  });

  it('are checked when a flow is saved: their number, kind and expressions', async () => {
    const save = (facts: object[]) =>
      stage.ada.call('POST', '/flows', asking({ id: 'facts-refused', human: { ...ASKED, facts } }));
    const fact = { label: 'Amount', kind: 'number', value: '1' };
    const at = (field: string) => `nodes.ask.config.facts${field}`;
    const many = expectProblem(await save(Array(11).fill(fact)), 422, 'validation_failed');
    expect(many.fields).to.have.property(at(''));
    const bad = expectProblem(await save([{ ...fact, value: '1 +' }]), 422, 'validation_failed');
    expect(bad.fields).to.have.property(at('.0.value'));
    const poor = expectProblem(await save([{ ...fact, kind: 'money' }]), 422, 'validation_failed');
    expect(poor.fields).to.have.property(at('.0.currency'));
  });
});
