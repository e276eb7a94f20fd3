import { expect } from 'chai';
import { NAMES, partsOf, useTeams } from './teamsStage.ts';

const BERLIN = 'Europe/Berlin';
const options = Array.from({ length: 700 }, (_, n) => ({ value: `v${n}`, label: `Place number ${n}` }));
const variables = [
  { name: 'at', type: 'datetime', label: 'When', required: true },
  { name: 'isUrgent', type: 'boolean', label: 'Urgent' },
  { name: 'place', type: 'select', label: 'Place', options },
  { name: 'guests', type: 'multiuser', label: 'Guests' },
];

describe('a card in Teams that was posted before pickers were switched (behaviour 2.6)', () => {
  const stage = useTeams();

  async function switchTo(nativePickers: boolean) {
    const { status } = await stage.ada.call('PATCH', '/settings/providers/teams', { nativePickers });
    expect(status).to.equal(200);
    await stage.tick();
  }

  async function ask() {
    await stage.call(stage.activity('grace', { text: 'help', localTimezone: BERLIN }));
    const question = { inputType: 'form', prompt: 'A party?', variables, assignees: { users: [NAMES.grace] } };
    const request = await stage.askInTeams(question);
    await stage.tick();
    return { request, copy: stage.last('grace') };
  }

  it('is read as it was drawn, with pickers and without', async () => {
    await switchTo(true);
    const picked = await ask();
    const typed = await switchTo(false).then(ask);
    const zone = { localTimezone: BERLIN };
    const fields = {
      f_at: '2026-12-24',
      t_at: '18:00',
      f_isUrgent: 'none',
      f_place: 'o699',
      f_guests: stage.idOf('alan'),
    };
    await stage.submit('grace', picked.copy, { ...fields, f_at: '' }, zone);
    const again = stage.shown('grace').find(({ activityId }) => activityId === picked.copy.activityId)!;
    expect(partsOf(again.card).map(({ type }) => type)).to.include('Input.Time');
    await stage.submit('grace', picked.copy, fields, zone);
    const { values } = (await stage.result(picked.request)) as { values: Record<string, unknown> };
    expect(values).to.deep.include({ at: '2026-12-24T18:00:00+01:00', place: 'v699' });
    expect(values).to.have.nested.property('guests[0].email', NAMES.alan);

    await switchTo(true);
    const words = { f_at: '2026-12-24 18:00', f_isUrgent: 'false', f_place: 'Place number 699' };
    await stage.submit('grace', typed.copy, { ...words, f_guests: `${NAMES.alan}\n${NAMES.tim}` }, zone);
    const given = (await stage.result(typed.request)) as { values: Record<string, unknown> };
    expect(given.values).to.deep.include({ at: '2026-12-24T18:00:00+01:00', isUrgent: false, place: 'v699' });
    expect(given.values['guests']).to.have.length(2);
  });
});
