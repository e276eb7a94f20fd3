import { expect } from 'chai';
import { speechFor } from '../../contract/speech.ts';
import { germanQuestionIn } from '../desktop/support/screens/question.ts';
import { stopTime } from '../support/pageTime.ts';
import { startProduct, type TestProduct } from '../support/product.ts';
import { useBrowsers } from './browsing.ts';
import { flowEditorOn } from '../desktop/support/screens/flowEditor.ts';

// cspell:disable

/** What the server says to German readers. */
describe("the server's messages in a German browser", function () {
  this.timeout(90_000);
  let product: TestProduct;
  const { complaints, signIn } = useBrowsers(() => product, 'de-DE');

  before(async () => {
    product = await startProduct();
  });
  after(() => product?.close());
  afterEach(() => {
    const refused = /status of 422|^422 \S+\/api\/flows/; // the refusals that these stories are about
    expect(complaints.filter((each) => !refused.test(each))).to.deep.equal([]);
  });

  it('report errors in a definition', async () => {
    const ada = await signIn('Ada Lovelace');
    await ada.goto(`${product.url}/#/new-flow`);
    await flowEditorOn(ada).begin('Eine Frage');
    await flowEditorOn(ada).openText();
    const config = { inputType: 'choice', prompt: 'Wer {{ name + }}?', assignees: { users: ['grace@sandbox.test'] } };
    const nodes = [
      { id: 'start', type: 'start', config: { variables: [{ name: 'amount', type: 'number', default: 'viel' }] } },
      { id: 'ask', type: 'human', name: 'Frage', config },
      {
        id: 'call',
        type: 'http',
        name: 'Nachfragen',
        config: { url: 'https://handback.test', method: 'ASK', timeout: '4 hours' },
      },
      { id: 'end', type: 'end', config: { word: 1 } },
    ];
    const edges = [
      { from: 'start', to: 'ask', when: '(amount' },
      { from: 'ask', to: 'end' },
    ];
    const save = async (definition: object): Promise<void> => {
      const text = JSON.stringify({ id: 'leave', name: 'Entwurf', ...definition }, null, 2);
      await flowEditorOn(ada, 'Definition als JSON').write(text);
      await ada.getByRole('button', { name: 'Speichern', exact: true }).click();
    };
    await save({ nodes, edges });
    await ada.getByText('Stellen stimmen noch nicht').waitFor();
    for (const words of [
      'Eine Auswahl braucht Optionen.',
      'Der Ausdruck ist nicht zu Ende (Zeichen 13).',
      'Wählen Sie etwas davon: GET, HEAD, POST, PUT, PATCH, DELETE.',
      'Geben Sie eine Dauer nach ISO 8601 ein',
      'Ein solches Feld gibt es hier nicht.',
      'Im Ausdruck fehlt „)“ (Zeichen 7).',
      'Von „Nachfragen“ führt kein Weg weiter.',
    ])
      await ada.getByText(words).first().waitFor();
    await save({ nodes: [nodes[0], { id: 'end', type: 'end' }], edges: [{ from: 'start', to: 'end' }] });
    await ada.getByText('Geben Sie eine Zahl ein.').first().waitFor();
  });

  it('ask for an approval, and sum up the answer', async () => {
    const ada = await product.as('ada@sandbox.test');
    const config = { inputType: 'approval', prompt: 'Darf das weg?', assignees: { users: ['ada@sandbox.test'] } };
    const nodes = [
      { id: 'start', type: 'start' },
      { id: 'ask', type: 'human', config },
      { id: 'end', type: 'end' },
    ];
    const edges = [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'end' },
    ];
    await ada.call('POST', '/flows', { id: 'approval', name: 'Aufräumen', nodes, edges });
    const started = await ada.call<{ executionId: string }>('POST', '/flows/approval/executions', {});
    const page = await signIn('Ada Lovelace');
    await page.getByRole('link', { name: /Darf das weg/ }).click();
    await stopTime(page); // slow machines need time
    const { say } = speechFor('de');
    const answer = say('approval.approved');
    const { approve, sendNow, outcome } = germanQuestionIn(page.getByRole('main'));
    await approve.click();
    await sendNow.click();
    const summary = say('summary.answeredWith', { name: 'Ada Lovelace', answer });
    await outcome.getByText(summary).waitFor();
    await outcome.getByText(answer, { exact: true }).waitFor();
    await page.goto(`${product.url}/#/executions/${started.body.executionId}`);
    await page.getByText(summary).waitFor();
  });

  it('say in a chat why there is no answer', async () => {
    const ada = await product.as('ada@sandbox.test');
    const { body } = await ada.call<{ id: string }>('POST', '/chats', { name: 'Hilfe', assistant: { enabled: true } });
    const page = await signIn('Ada Lovelace');
    await page.goto(`${product.url}/#/chats/${body.id}`);
    await page.getByRole('textbox', { name: 'Nachricht an „Hilfe“' }).fill('Hallo');
    await page.keyboard.press('Enter');
    const log = page.getByRole('log');
    await log.getByText('Es ist kein Sprachmodell eingerichtet: LLM_BASE_URL und LLM_MODEL sind').waitFor();
  });
});
