// cspell:ignore Antwort Antworten Diese Erledigt Frage Ihnen absenden begonnen gestellt geantwortet hat wurde nicht auf bis Nichts Sie wartet zugewiesen Zurückgezogen
import { expect } from 'chai';
import { assignOne } from '../../assignments/support.ts';
import { settling } from '../../contracts/everything.ts';
import { answered, HOUR_MS } from '../../scenarios/support.ts';
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
  const settle = settling(stage);
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

  it("is the client's on notices too, before and after a press, whatever language the directory has", async () => {
    await stage.call(stage.activity('grace', { text: 'help', ...GERMAN }));
    await stage.after(HOUR_MS);
    await assignOne(stage.radia, stage.grace, { allowRejection: true }, { name: 'Travel policy' });
    await settle();
    const notice = stage.last('grace');
    expect(textOf(notice)).to.include('Ihnen zugewiesen: Travel policy').and.include('Nicht begonnen');
    await stage.submit('grace', notice, {}, GERMAN);
    const after = stage.shown('grace').find(({ activityId }) => activityId === notice.activityId)!;
    expect(textOf(after)).to.include('Ihnen zugewiesen: Travel policy').and.include('Erledigt');
  });

  it("stays on a notice that is rewritten, in the directory's language if Teams' is not one of ours", async () => {
    const { people } = stage.product.sandbox.tenant;
    expect(people.find(({ key }) => key === 'grace')!.preferredLanguage, 'what the directory has').to.not.match(/^de/);
    await stage.after(HOUR_MS);
    const { id } = await assignOne(stage.radia, stage.grace, {}, { name: 'Old rules' });
    await settle();
    const { activityId } = stage.last('grace');
    await stage.call(stage.activity('grace', { text: 'help', locale: 'fr-FR' }));
    await stage.radia.call('POST', `/assignments/${id}/cancel`, {});
    await settle();
    const rewritten = stage.shown('grace').find((said) => said.activityId === activityId)!;
    expect(textOf(rewritten)).to.include('Zurückgezogen');
    expect(textOf(stage.last('grace'))).to.include('Cancelled: Old rules');
  });
});
