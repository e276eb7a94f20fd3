import { expect } from 'chai';
import { clockOf, readMoment, shownMoment, zoneIn } from '../../../bot/teams/clock.ts';
import { parseCard, questionCard } from '../../../bot/teams/render.ts';
import { speechFor } from '../../../contract/speech.ts';
import { aForm, inputsOf, specOf, textOf as shownOn, TOKEN } from './cards.ts';
import { NAMES, textOf, useTeams } from './teamsStage.ts';

const BERLIN = 'Europe/Berlin';
const started = { ...specOf('datetime'), name: 'at' };

describe("a person's time zone in Teams (behaviour 2.6)", () => {
  it('is what Teams reports: a zone, or the current offset', () => {
    const stamp = '2026-11-22T10:00:00.000+05:30';
    expect(zoneIn({ localTimezone: BERLIN, localTimestamp: stamp })).to.equal(BERLIN);
    expect(zoneIn({ localTimezone: 'Somewhere', localTimestamp: stamp })).to.equal('UTC+05:30');
    for (const localTimestamp of ['2026-11-22T10:00:00Z', 'soon', null, undefined])
      expect(zoneIn({ localTimestamp })).to.equal(undefined);
    expect(clockOf(undefined)).to.equal(undefined);
  });

  it('gives typed times their offset', () => {
    const read = (typed: string, zone?: string) => readMoment(started, typed, { zone });
    expect(read('2026-12-24 18:00', BERLIN)).to.equal('2026-12-24T18:00:00+01:00');
    expect(read('2026-07-24 18:00', BERLIN)).to.equal('2026-07-24T18:00:00+02:00');
    expect(read('2026-12-24 18:00', 'UTC+05:30')).to.equal('2026-12-24T18:00:00+05:30');
    expect(read('2026-12-24T18:00Z', 'UTC+05:30')).to.equal('2026-12-24T18:00Z');
    expect(read('tomorrow', 'UTC+05:30')).to.equal('tomorrow');
    expect(read('2026-12-24 18:00')).to.equal('2026-12-24T18:00');
  });

  it('is used to show an instant', () => {
    const at = '2026-12-24T17:00:00Z';
    expect(shownMoment(at, BERLIN)).to.equal('2026-12-24T18:00');
    expect(shownMoment(at, 'UTC+05:30')).to.equal('2026-12-24T22:30');
    expect(shownMoment(at, 'UTC-03:30')).to.equal('2026-12-24T13:30');
    expect(shownMoment('2026-12-24T18:00', undefined)).to.equal('2026-12-24T18:00');
    for (const [value, zone] of [
      [at, undefined],
      ['soon', BERLIN],
      [5, BERLIN],
    ] as const)
      expect(shownMoment(value, zone)).to.equal(undefined);
  });

  it('applies to the pickers for a time, and for a date with its time, which mean one instant', () => {
    const options = { nativePickers: true, zone: BERLIN };
    const form = aForm([
      { ...started, default: '2026-12-24T17:00:00Z' },
      { ...specOf('time'), name: 'noon' },
    ]);
    const card = questionCard(form, { token: TOKEN, ...options });
    const shown = inputsOf(card).map(({ type, id, value }) => [type, id, value]);
    expect(shown).to.deep.equal([
      ['Input.Date', 'f_at', '2026-12-24'],
      ['Input.Time', 't_at', '18:00'],
      ['Input.Time', 'f_noon', undefined],
    ]);
    expect(shownOn(card)).to.include('Your time, Europe/Berlin.').and.not.include('only in the web client');
    const read = (data: object) => parseCard(form, { ...data }, options);
    expect(read({ f_at: '2026-07-01', t_at: '09:30', f_noon: '12:00' }).values).to.deep.equal({
      at: '2026-07-01T09:30:00+02:00',
      noon: '12:00',
    });
    expect(read({ f_at: '', t_at: '' }).values).to.deep.equal({});
    const half = read({ f_at: '', t_at: '09:30' });
    expect(half.values).to.deep.equal({ at: '09:30' });
    const again = questionCard(form, { token: TOKEN, redo: { ...half.redo, fields: { at: 'No.' } }, ...options });
    expect(inputsOf(again).map(({ value }) => value)).to.deep.equal([undefined, '09:30', undefined]);
    expect(read({ t_at: '09:30' }), 'a date that was left open may not be sent').to.deep.equal(half);
    const unknown = questionCard(form, { token: TOKEN, nativePickers: true });
    expect(inputsOf(unknown).map(({ value }) => value)).to.deep.equal([undefined, undefined, undefined]);
  });
});

describe('a date and time typed in Teams (behaviour 2.6)', () => {
  const stage = useTeams();

  it("is in the writer's time zone, which the card names once Teams has reported it", async () => {
    const variables = [{ name: 'at', type: 'datetime', label: 'When', required: true }];
    const ask = () =>
      stage.askInTeams({ inputType: 'form', prompt: 'When?', variables, assignees: { users: [NAMES.grace] } });
    await stage.call(stage.activity('grace', { text: 'help', localTimezone: 'Asia/Kolkata' }));
    await stage.write('grace', 'help');
    const request = await ask();
    await stage.tick();
    const copy = stage.last('grace');
    expect(textOf(copy)).to.include('Your time, Asia/Kolkata.');
    const localTimestamp = '2026-11-22T10:00:00.000-03:30';
    await stage.submit('grace', copy, { f_at: '2026-12-24 18:00' }, { localTimestamp });
    expect((await stage.result(request))['values']).to.deep.equal({ at: '2026-12-24T18:00:00-03:30' });
    await ask();
    await stage.tick();
    expect(textOf(stage.last('grace'))).to.include('Your time, UTC-03:30.');
  });
});

describe('a date and time picked in Teams (behaviour 2.6)', () => {
  const stage = useTeams();
  const { say } = speechFor('de');

  before(async () => {
    const { status } = await stage.ada.call('PATCH', '/settings/providers/teams', { nativePickers: true });
    expect(status).to.equal(200);
    await stage.tick();
    await stage.meet('grace');
  });

  it('needs both, and the card says so if only one was picked, also before it asks to confirm', async () => {
    const [moment, options] = [{ name: 'at', type: 'datetime', label: 'When' }, [{ value: 'yes', confirm: true }]];
    for (const more of [[], [{ name: 'sure', type: 'select', options }]]) {
      const variables = [moment, ...more];
      await stage.askInTeams({ inputType: 'form', prompt: 'When?', variables, assignees: { users: [NAMES.grace] } });
      await stage.tick();
      const copy = stage.last('grace');
      for (const picked of [{ f_at: '2026-12-24' }, { f_at: '2026-12-24', t_at: '' }, { t_at: '18:00' }]) {
        await stage.submit('grace', copy, { ...picked, f_sure: 'o0' }, { locale: 'de-DE' });
        const again = textOf(stage.last('grace'));
        expect(again)
          .to.include(`When: ${say('teams.bothDateAndTime')}`)
          .and.include(Object.values(picked)[0]);
        expect(again).to.not.include('T14:30');
      }
      const never = { f_at: '2026-02-30', t_at: '18:00', f_sure: 'o0' };
      await stage.submit('grace', copy, never);
      expect(textOf(stage.last('grace')), 'both, but no such day').to.include('T14:30');
    }
  });
});
