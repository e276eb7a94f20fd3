import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { settingOf } from '../../../bot/teams/controls.ts';
import { parseCard } from '../../../bot/teams/parse.ts';
import { questionCard } from '../../../bot/teams/render.ts';
import { datasetOf } from '../../../bot/teams/search.ts';
import { aForm, inputsOf, TOKEN } from './cards.ts';
import { NAMES, partsOf, textOf, useTeams, type Key } from './teamsStage.ts';

const CITIES = Array.from({ length: 400 }, (_, n) => ({
  value: `city-${n}`,
  label: n === 7 ? 'Zürich' : `City number ${n}, ${'long'.repeat(10)}`,
}));
const city: VariableSpec = { name: 'city', type: 'select', label: 'City', options: CITIES };
const NATIVE = { nativePickers: true };

describe('a choice with too many options for a card', () => {
  it('can be searched with native pickers, and shows the choice', () => {
    const form = aForm([
      { ...city, default: 'city-7' },
      { ...city, name: 'more', type: 'multiselect' },
    ]);
    const [one, several] = inputsOf(questionCard(form, { token: TOKEN, ...NATIVE }));
    const query = (name: string) => ({ type: 'Data.Query', dataset: datasetOf(form.requestId, name) });
    const chosen = { choices: [{ title: 'Zürich', value: 'o7' }], value: 'o7' };
    expect(one).to.deep.include({
      type: 'Input.ChoiceSet',
      style: 'filtered',
      'choices.data': query('city'),
      ...chosen,
    });
    expect(several).to.deep.include({ isMultiSelect: true, 'choices.data': query('more'), choices: [] });
    const { values, redo } = parseCard(form, { f_city: 'o9', f_more: 'o1,o7' }, NATIVE);
    expect(values).to.deep.equal({ city: 'city-9', more: ['city-1', 'city-7'] });
    const again = inputsOf(questionCard(form, { token: TOKEN, redo, ...NATIVE }));
    expect(again.map(({ choices }) => (choices as unknown[]).length)).to.deep.equal([1, 2]);
  });

  it('is typed without them, and if two labels look alike where a card cuts them', () => {
    const alike = {
      ...city,
      options: CITIES.map(({ value }) => ({ value, label: `${'the same '.repeat(20)}${value}` })),
    };
    for (const [spec, options] of [
      [city, {}],
      [alike, NATIVE],
    ] as const)
      expect(inputsOf(questionCard(aForm([spec]), { token: TOKEN, ...options }))[0]).to.deep.include({
        type: 'Input.Text',
      });
  });

  it('is searched equally often with and without native pickers', () => {
    let count = 0;
    const counted: VariableSpec = Object.defineProperty({ ...city }, 'options', { get: () => (count++, CITIES) });
    const looks = [{}, NATIVE].map((options) => {
      count = 0;
      settingOf({ variables: [counted] }, options);
      return count;
    });
    expect(looks[1]).to.equal(looks[0]).and.be.above(0);
  });
});

describe('a search query from Teams', () => {
  const stage = useTeams({ config: { teamsNativePickers: true } });
  before(() => stage.meet('grace', 'tim'));

  const askForCity = async (): Promise<string> => {
    const request = await stage.askInTeams({
      inputType: 'form',
      prompt: 'Where to?',
      variables: [{ ...city, required: true }],
      assignees: { users: [NAMES.grace] },
    });
    await stage.tick();
    return request;
  };
  const search = async (key: Key, dataset: unknown, queryText: unknown, more: object = {}) => {
    const value = { queryText, dataset, queryOptions: { skip: 0, top: 15 } };
    const response = await stage.call(
      stage.activity(key, { type: 'invoke', name: 'application/search', value, ...more }),
    );
    return { status: response.status, body: response.status === 200 ? await response.json() : null };
  };
  const found = async (...[key, dataset, text, more]: Parameters<typeof search>): Promise<string[]> => {
    const { body } = await search(key, dataset, text, more);
    const { value, ...about } = body as { value: { results: { title: string; value: string }[] } };
    expect(about).to.deep.equal({ statusCode: 200, type: 'application/vnd.microsoft.search.searchResponse' });
    return value.results.map((each) => each.value);
  };

  it('returns prefix matches first, ignoring accents, and 15 at most', async () => {
    const request = await askForCity();
    const dataset = partsOf(stage.last('grace').card).find(({ type }) => type === 'Data.Query')!['dataset'];
    expect(dataset).to.equal(datasetOf(request, 'city'));
    expect(await found('grace', dataset, 'zur')).to.deep.equal(['o7']);
    expect(await found('grace', dataset, 'NUMBER 39')).to.deep.equal([
      'o39',
      ...Array.from({ length: 10 }, (_, n) => `o39${n}`),
    ]);
    expect(await found('grace', dataset, '')).to.have.length(15);
    expect(await found('grace', dataset, 'nowhere')).to.deep.equal([]);
    await stage.submit('grace', stage.last('grace'), { f_city: 'o7' });
    expect(textOf(stage.last('grace'))).to.include('Zürich');
  });

  it('finds nothing for other people, in another conversation, or in a missing question', async () => {
    const dataset = datasetOf(await askForCity(), 'city');
    const conversation = { id: 'team', conversationType: 'channel', isGroup: true };
    expect(await found('tim', dataset, 'zur')).to.deep.equal([]);
    expect(await found('grace', dataset, 'zur', { conversation })).to.deep.equal([]);
    for (const other of [datasetOf('nothing', 'city'), dataset.replace('city', 'none'), '', 'a=b'])
      expect(await found('grace', other, 'zur')).to.deep.equal([]);
    expect(await found('grace', dataset, 5)).to.have.length(15);
  });

  it('is rejected without a dataset', async () => {
    expect((await search('grace', undefined, 'zur')).status).to.equal(501);
    expect((await search('grace', 'x'.repeat(2000), 'zur')).status).to.equal(501);
  });
});
