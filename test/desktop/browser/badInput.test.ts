import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { FieldChecks, Problem } from '../../../contract/problem.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { approvalSpec } from '../support/samples.ts';
import { pickPrincipal, until, visit, withClient, type Client } from './client.ts';
import { withQuestions } from './questions.ts';
import { germanQuestionIn, questionIn } from '../support/screens/question.ts';

// cspell:disable -- German
/** Returns a function that puts one question into a client's inbox and opens it. */
function withQuestion(client: () => Client) {
  const put = withQuestions(client);
  return async (change: Partial<UserNotification>, specs: readonly VariableSpec[]): Promise<UserNotification> => {
    const asked = await put({ inputType: 'form', ...change }, specs);
    await visit(client(), `#/notifications/${asked.id}`);
    await client().page.getByRole('article').waitFor();
    return asked;
  };
}

/** A refusal as the server sends it: in English, with checks for clients in other languages. */
const refusal = (fields: Record<string, string>, checks: FieldChecks): Problem => ({
  type: '/api/docs#validation_failed',
  title: 'Some values are not valid',
  detail: 'Not valid.',
  instance: '/',
  code: 'validation_failed',
  status: 422,
  fields,
  checks,
});

const owner: VariableSpec = { name: 'owner', type: 'user', label: 'Owner', required: true };
const receipt: VariableSpec = { name: 'receipt', type: 'file', label: 'Beleg', required: true, accept: ['.pdf'] };

describe('desktop in a browser: errors that only the server finds, in German', () => {
  const client = withClient({ language: 'de-DE' });
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });

  const ask = withQuestion(client);

  async function choose(name: string, content: Buffer): Promise<void> {
    const { page } = client();
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Dateien auswählen').click()]);
    await chooser.setFiles([{ name, mimeType: 'application/pdf', buffer: content }]);
  }

  it('a person whom the directory does not know', async () => {
    const { page, standIn } = client();
    const { id } = await ask({}, [owner]);
    standIn.state.refusals[`POST /user/notifications/${id}/respond`] = refusal(
      { owner: '“x” was not found in the directory.' },
      { owner: { id: 'personUnknown', values: { names: 'x' } } },
    );
    await pickPrincipal(client(), 'Owner', 'Alan Turing');
    await germanQuestionIn(client().page).send.click();
    await page.getByText('Das Verzeichnis kennt niemanden namens „x“.').waitFor();
    expect(await page.getByText('directory').count()).to.equal(0);
  });

  it('an option that is no longer offered', async () => {
    const { page, standIn } = client();
    const options = [{ value: 'a', label: 'Alpha' }, { value: 'b' }, { value: 'c' }];
    const spec: VariableSpec = { name: 'item', type: 'select', label: 'Posten', variant: 'buttons', options };
    const { id } = await ask({}, [spec]);
    standIn.state.refusals[`POST /user/notifications/${id}/respond`] = refusal(
      { item: 'Choose one of the options that are offered.' },
      { item: { id: 'optionUnknown', values: {} } },
    );
    await button('Alpha').click();
    await germanQuestionIn(client().page).send.click();
    await page.getByText('Wählen Sie eine der angebotenen Optionen.').waitFor();
  });

  it('a file of a refused type, and one that is too large: each has its own error, and can be removed', async () => {
    const { page, standIn } = client();
    await ask({}, [receipt]);
    const refuse = (code: 'validation_failed' | 'payload_too_large', checks: FieldChecks) => {
      standIn.state.refusals['POST /files'] = { ...refusal({ receipt: 'English' }, checks), code };
    };
    refuse('validation_failed', { receipt: { id: 'fileType', values: { field: 'Beleg', types: '.pdf' } } });
    await choose('notes.pdf', Buffer.from('text'));
    await page.getByText('Beleg nimmt nur PDF an.').waitFor();
    refuse('payload_too_large', { receipt: { id: 'fileTooLarge', values: { mebibytes: 25 } } });
    await choose('film.pdf', Buffer.from('long'));
    await page.getByText('Eine Datei darf höchstens 25 MiB haben.').waitFor();
    standIn.state.refusals = {};
    for (const name of ['notes.pdf', 'film.pdf']) await button(`${name} entfernen`).click();
    await choose('good.pdf', Buffer.from('pdf'));
    await button('good.pdf entfernen').waitFor();
    await germanQuestionIn(client().page).send.click();
    await page.getByRole('region', { name: 'Ergebnis' }).waitFor();
  });

  it('a refusal without a field', async () => {
    const { page, standIn } = client();
    const { id } = await ask({ inputType: 'text', options: [] }, [{ name: 'value', type: 'text' }]);
    standIn.state.refusals[`POST /user/notifications/${id}/respond`] = { code: 'not_assignee', status: 403 };
    await page.getByLabel('Ihre Antwort').fill('Ja');
    await germanQuestionIn(client().page).send.click();
    await page.getByText('Diese Frage wurde anderen gestellt.').waitFor();
  });
});

describe('desktop in a browser: invalid content', () => {
  const client = withClient({ viewport: { width: 360, height: 740 } });
  const button = (name: string) => client().page.getByRole('button', { name, exact: true });
  const question = () => questionIn(client().page);
  const sent = () => client().standIn.calls.find(({ path }) => path.endsWith('/respond'))?.body;

  const ask = withQuestion(client);

  it('a field of a type that this client is too old to know is a text field', async () => {
    const { page } = client();
    const hologram = { name: 'shape', type: 'hologram' as 'text', label: 'Shape', required: true };
    await ask({}, [hologram]);
    await question().send.click();
    await page.getByText('Write an answer.').waitFor();
    await page.getByLabel('Shape').fill('A sphere');
    await question().send.click();
    await questionIn(page).outcome.getByText('A sphere').waitFor();
    expect(sent()).to.deep.equal({ values: { shape: 'A sphere' } });
  });

  it('a list of options that cannot be loaded says so, and can be retried', async () => {
    const { page, standIn } = client();
    const city: VariableSpec = {
      name: 'city',
      type: 'select',
      label: 'City',
      optionsSource: { url: 'https://example.test/cities' },
    };
    standIn.state.offered = [{ value: 'ulm', label: 'Ulm' }];
    const path = 'GET /prompts/template-from/options/city';
    standIn.state.refusals[path] = { code: 'not_found', status: 404 };
    await ask({ id: 'from' }, [city]);
    await page.getByText('The list of options could not be loaded').waitFor();
    standIn.state.refusals = {};
    await button('Try again').click();
    await button('Ulm').click();
    await questionIn(page).outcome.getByText('Ulm').waitFor();
  });

  it('a list of options that is empty says so', async () => {
    const { page, standIn } = client();
    const optionsSource = { url: 'https://example.test/cities' };
    standIn.state.offered = [];
    await ask({}, [
      { name: 'city', type: 'select', label: 'City', optionsSource },
      { name: 'cities', type: 'multiselect', label: 'Cities', optionsSource },
    ]);
    await until(
      client(),
      `document.querySelector('article').innerText.split('There is nothing to choose.').length === 3`,
    );
    expect(await page.getByRole('article').getByRole('combobox').count()).to.equal(0);
  });

  it('20,000 characters of Markdown and HTML are shown literally, with working links', async () => {
    const { page } = client();
    const hostile = [
      '# Title with **bold** and <b id="hostile">HTML</b>',
      '<script>document.title = "taken over"</script><img src="x" onerror="document.title = 1">',
      '[the order](https://example.test/order) and [a trap](javascript:alert(1))',
      'https://example.test/plain',
      'w'.repeat(2000),
    ].join('\n');
    const prompt = `${hostile}\n${'A line of text that goes on. '.repeat(800)}`.slice(0, 20_000);
    await ask({ prompt, inputType: 'approval' }, [approvalSpec]);
    const article = page.getByRole('article');
    await article.getByText('<b id="hostile">HTML</b>').waitFor();
    expect(await article.locator('b#hostile, script, img[onerror]').count()).to.equal(0);
    expect(await article.getByRole('link', { name: 'the order' }).getAttribute('href')).to.equal(
      'https://example.test/order',
    );
    expect(await article.getByRole('link', { name: 'https://example.test/plain' }).count()).to.equal(1);
    expect(await article.getByText('[a trap](javascript:alert(1))').count()).to.equal(1);
    await until(client(), 'document.documentElement.scrollWidth <= innerWidth');
    await until(client(), 'document.querySelector("main").scrollWidth <= document.querySelector("main").clientWidth');
    await question().approve.click();
    await question().send.click();
    await question().sendNow.click();
    await questionIn(page).outcome.waitFor();
    expect(sent()).to.equal('approved');
  });

  it('violates no policy, and breaks nothing on the page', () => {
    expect(client().complaints.filter((text) => !/Failed to load resource|slider-vertical/.test(text))).to.deep.equal(
      [],
    );
  });
});
