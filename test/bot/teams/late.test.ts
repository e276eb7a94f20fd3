import { expect } from 'chai';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { answered } from '../../scenarios/support.ts';
import { NAMES, textOf, useTeams } from './teamsStage.ts';

const variables = [
  { name: 'lead', type: 'user', label: 'Who leads?' },
  { name: 'guests', type: 'multiuser', label: 'Guests' },
  { name: 'day', type: 'date', label: 'Day' },
  { name: 'by', type: 'time', label: 'Not after' },
  { name: 'at', type: 'datetime', label: 'Start' },
  { name: 'isUrgent', type: 'boolean', label: 'Urgent' },
  { name: 'sizes', type: 'multiselect', label: 'Sizes', options: [{ value: 's', label: 'Small' }, { value: 'm' }] },
  { name: 'count', type: 'number', label: 'How many' },
  { name: 'budget', type: 'number', label: 'Budget' },
  { name: 'pin', type: 'password', label: 'PIN' },
];
const STRANGER = '10000000-0000-4000-8000-00000000ffff';

describe('what was picked on a card in Teams whose question is over (behaviour 4.1)', () => {
  const stage = useTeams();
  before(async () => {
    const { status } = await stage.ada.call('PATCH', '/settings/providers/teams', { nativePickers: true });
    expect(status).to.equal(200);
    await stage.tick();
    await stage.meet('grace', 'alan');
  });

  async function sendLate(human: object, fields: Record<string, unknown>, more = {}): Promise<string[]> {
    const assignees = { users: [NAMES.grace, NAMES.alan] };
    const request = await stage.askInTeams({ inputType: 'form', prompt: 'A party?', assignees, variables, ...human });
    await stage.tick();
    const copy = stage.last('grace');
    await answered(stage.alan, request, 'inputType' in human ? 'approved' : { values: {} });
    const before = stage.shown('grace').length;
    await stage.submit('grace', copy, fields, more);
    return stage.shown('grace').slice(before).map(textOf);
  }

  it('says who and when, and not what Teams calls it', async () => {
    const fields = {
      f_lead: stage.idOf('alan'),
      f_guests: `${stage.idOf('tim')},${STRANGER}`,
      f_day: '2026-12-31',
      f_by: '09:15',
      f_at: '2026-12-24',
      t_at: '18:00',
      f_isUrgent: 'true',
      f_sizes: 'o0,o1',
      f_count: '1.5',
      f_budget: '',
      f_pin: 'hunter2',
    };
    const german = { locale: 'de-DE', localTimezone: 'Europe/Berlin' };
    const [said, ...more] = await sendLate({}, fields, german);
    expect(more).to.deep.equal([]);
    expect(said!.split('\n\n').slice(1)).to.deep.equal([
      'Who leads?\nAlan Turing',
      'Guests:\nTim Berners-Lee, jemand (der Name ließ sich nicht nachschlagen)', // cspell:disable-line
      'Day:\n31. Dezember 2026', // cspell:disable-line
      'Not after:\n09:15',
      'Start:\n24. Dezember 2026, 18:00 (UTC+01:00)', // cspell:disable-line
      'Urgent:\nJa',
      'Sizes:\nSmall, m',
      'How many:\n1,5',
    ]);
  });

  it('says nothing of the button of an approval alone, and of its comment that it was beside which', async () => {
    const approval = { inputType: 'approval', variables: undefined };
    expect(await sendLate(approval, { f_value: 'o1' })).to.deep.equal([]);
    const [said] = await sendLate(approval, { f_value: 'o1', f_comment: 'Too dear.' });
    expect(said!.split('\n\n').slice(1)).to.deep.equal(['Your answer:\nReject', 'Comment:\nToo dear.']);
  });

  it('says of a button in a list that it was not taken, because the list only drops the question', async () => {
    const assignees = { users: [NAMES.grace, NAMES.alan] };
    const request = await stage.askInTeams({ inputType: 'approval', prompt: 'More cake?', assignees });
    await stage.tick();
    await stage.write('grace', 'inbox');
    const list = stage.last('grace');
    await answered(stage.alan, request, 'approved');
    const before = stage.shown('grace').length;
    await stage.submit('grace', list, { f_value: 'o1' });
    const [first, outcome] = stage.shown('grace').slice(before).map(textOf);
    expect(first).to.equal(ENGLISH_SPEECH.say('message.notTaken'));
    expect(outcome).to.include('Alan Turing').and.include('More cake?');
  });
});
