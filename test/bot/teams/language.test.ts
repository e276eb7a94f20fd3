// cspell:ignore Antwort Antworten Diese Frage Ihnen absenden gestellt geantwortet hat wurde nicht auf bis Nichts Sie wartet
import { expect } from 'chai';
import { answered } from '../../scenarios/support.ts';
import { NAMES, textOf, useTeams, type Key } from './teamsStage.ts';

const FORM = {
  inputType: 'form',
  prompt: 'Which?',
  variables: [{ name: 'what', type: 'text', required: true, validation: { min: 5 } }],
};
/** How Teams reports a client's language; the older field may report another. */
const GERMAN = { locale: 'en-US', entities: [{ type: 'clientInfo', locale: 'de-DE' }] };

describe('the language of cards in Teams (behaviour 4.1)', () => {
  const stage = useTeams();
  before(() => stage.meet('grace', 'alan'));
  const ask = (more: object = {}, ...keys: Key[]) =>
    stage.askInTeams({ ...FORM, assignees: { users: keys.map((key) => NAMES[key]) }, ...more });

  it("is the client's once the person has spoken", async () => {
    await stage.call(stage.activity('grace', { text: 'inbox', ...GERMAN }));
    expect(textOf(stage.last('grace'))).to.include('Nichts wartet auf Sie');
    await ask({}, 'grace');
    await stage.tick();
    const copy = stage.last('grace');
    expect(textOf(copy)).to.include('Antworten bis').and.to.include('Antwort absenden');
    await stage.submit('alan', copy, { f_what: 'x' }, GERMAN);
    expect(textOf(stage.last('alan'))).to.include('Diese Frage wurde nicht Ihnen gestellt');
  });

  it('stays on a copy that is rewritten, whatever language is reported meanwhile', async () => {
    const request = await ask({ inputType: 'text', variables: undefined }, 'grace');
    await stage.tick();
    const { activityId } = stage.last('grace');
    await stage.call(stage.activity('grace', { text: 'help', locale: 'en-GB' }));
    await answered(stage.grace, request, 'enough');
    await stage.after(60_000);
    const copy = stage.shown('grace').find((said) => said.activityId === activityId)!;
    expect(textOf(copy)).to.include('Grace Hopper hat geantwortet');
  });
});
