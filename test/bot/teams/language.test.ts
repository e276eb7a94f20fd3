// cspell:ignore Antwort Diese Schreiben absenden Antworten Beantwortet Frage Geben Ihnen Nichts Sie Zeichen gestellt hat geantwortet mindestens nicht wartet wurde auf bis ein
import { expect } from 'chai';
import { answered } from '../../scenarios/support.ts';
import { NAMES, textOf, useTeams, type Key } from './teamsStage.ts';

const FORM = {
  inputType: 'form',
  prompt: 'Which?',
  variables: [{ name: 'what', type: 'text', required: true, validation: { min: 5 } }],
};
/** As Teams says which language a client has; the older place of it may say another. */
const GERMAN = { locale: 'en-US', entities: [{ type: 'clientInfo', locale: 'de-DE' }] };

describe('the language of cards in Teams (behaviour 4.1)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan'));
  const ask = (more: object = {}, ...keys: Key[]) =>
    stage.askInTeams({ ...FORM, assignees: { users: keys.map((key) => NAMES[key]) }, ...more });

  it('is that of the client once somebody has spoken, from the question to its outcome', async () => {
    await stage.call(stage.activity('grace', { text: 'inbox', ...GERMAN }));
    expect(textOf(stage.last('grace'))).to.include('Nichts wartet auf Sie');
    const request = await ask({}, 'grace');
    await stage.tick();
    const copy = stage.last('grace');
    expect(textOf(copy)).to.include('Antworten bis').and.to.include('Antwort absenden');
    await stage.submit('grace', copy, { f_what: 'x' }, GERMAN);
    expect(textOf(stage.last('grace'))).to.include('Geben Sie mindestens 5 Zeichen ein.');
    await stage.submit('alan', copy, { f_what: 'x' }, GERMAN);
    expect(textOf(stage.last('alan'))).to.include('Diese Frage wurde nicht Ihnen gestellt');
    await stage.submit('grace', stage.last('grace'), { f_what: 'enough' }, GERMAN);
    await stage.result(request);
    expect(textOf(stage.last('grace')))
      .to.include('Beantwortet')
      .and.to.include('Grace Hopper hat geantwortet');
  });

  it('stays on a copy that is rewritten, whatever language is told meanwhile', async () => {
    const request = await ask({ inputType: 'text', variables: undefined }, 'grace');
    await stage.tick();
    const { activityId } = stage.last('grace');
    await stage.call(stage.activity('grace', { text: 'help', locale: 'en-GB' }));
    await answered(stage.grace, request, 'enough');
    await stage.after(60_000);
    const copy = stage.shown('grace').find((said) => said.activityId === activityId)!;
    expect(textOf(copy)).to.include('Grace Hopper hat geantwortet');
  });

  it('is that of the directory where Teams says nothing', async () => {
    const hedy = 'hedy' as Key;
    await stage.meet(hedy);
    await stage.askInTeams({ ...FORM, assignees: { users: ['hedy@sandbox.test'] } });
    await stage.tick();
    expect(textOf(stage.last(hedy))).to.include('Antworten bis');
    await stage.write(hedy, 'What?');
    expect(textOf(stage.last(hedy))).to.include('Schreiben Sie „inbox“');
  });
});
