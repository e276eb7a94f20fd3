import { expect } from 'chai';
import type { QuestionPreview } from '../../contract/previews.ts';
import type { Problem } from '../../contract/problem.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

const ASK = { inputType: 'approval', prompt: '**Pay** {{ amount }} euro?', assignees: { starter: true } };

/** An author's preview of a question. */
describe('previews of questions', () => {
  let product: TestProduct;
  let ada: Client;
  let grace: Client;

  before(async () => {
    product = await startProduct();
    ada = await product.as('ada@sandbox.test');
    grace = await product.as('grace@sandbox.test');
  });
  after(() => product.close());

  const show = (body: object) => ada.call<QuestionPreview>('POST', '/flows/preview', body);
  const refusal = async (body: object) => {
    const { status, body: problem } = await ada.call<Problem>('POST', '/flows/preview', body);
    return [status, problem.code, Object.keys(problem.fields ?? {})];
  };

  it('show what the web client would, with formatting, key figures and comments', async () => {
    const facts = [{ label: 'Amount', kind: 'money', value: 'amount', currency: 'EUR' }];
    const config = { ...ASK, facts, comment: 'required' };
    const { status, body } = await show({ flowName: 'Expenses', name: 'Ask', config, context: { amount: 12 } });
    expect(status).to.equal(200);
    expect(body.web).to.deep.include({
      title: 'Pay 12 euro?',
      prompt: 'Pay 12 euro?',
      facts: [{ label: 'Amount', kind: 'money', value: { amount: 12, currency: 'EUR' } }],
      comment: { required: true },
    });
    expect(body.web.content[0]).to.deep.include({ kind: 'paragraph' });
    expect(body.web.content[0]).to.have.nested.property('spans[0].strong', true);
  });

  it("show the author's text if a value is missing", async () => {
    const { body } = await show({ config: { ...ASK, prompt: '{{ amount + 1 }} euro?' }, context: { amount: 'x' } });
    expect(body.web.prompt).to.include('{{ amount + 1 }}');
  });

  it('name no flow in a mail while the flow has no name', async () => {
    const { body } = await show({ config: ASK, context: { amount: 12 } });
    const { message } = body.channels.find(({ name }) => name === 'email')!;
    expect(message).to.deep.include({ kind: 'mail', subject: 'Pay 12 euro?' });
    expect(JSON.stringify(message)).to.not.include('>Flow<');
  });

  it('name the wrong field, whatever is sent', async () => {
    for (const [body, field] of [
      [{}, 'config'],
      [{ config: [] }, 'config'],
      [{ config: {} }, 'inputType'],
      [{ config: { ...ASK, inputType: 'oracle' } }, 'inputType'],
      [{ config: { ...ASK, prompt: 7 } }, 'prompt'],
      [{ config: { ...ASK, prompt: '' } }, 'prompt'],
      [{ config: { ...ASK, assignees: {} } }, 'assignees'],
      [{ config: { ...ASK, inputType: 'form' } }, 'variables'],
      [{ config: { ...ASK, facts: [{ label: 'x', kind: 'no', value: 'a' }] } }, 'facts.0.kind'],
      [{ config: { ...ASK, unheardOf: {} } }, 'unheardOf'],
      [{ config: ASK, flowName: 'x'.repeat(201) }, 'flowName'],
      [{ config: ASK, context: 'none' }, 'context'],
      [{ config: ASK, more: 1 }, 'more'],
    ] as const) {
      const [status, code, fields] = await refusal(body);
      expect([status, code], JSON.stringify(body).slice(0, 80)).to.deep.equal([422, 'validation_failed']);
      expect(fields, JSON.stringify(body).slice(0, 80)).to.include(field);
    }
  });

  it('have the same depth limit as any other body', async () => {
    const deep = JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)) as object;
    expect(await refusal({ config: { ...ASK, deep } })).to.deep.equal([400, 'malformed', []]);
  });

  it('are for authors, and ask nobody', async () => {
    expect((await grace.call('POST', '/flows/preview', { config: ASK })).status).to.equal(403);
    await show({ config: ASK, context: { amount: 1 } });
    expect(await product.inbox(ada)).to.deep.equal([]);
  });
});
