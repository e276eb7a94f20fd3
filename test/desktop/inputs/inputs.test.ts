import { expect } from 'chai';
import { checkForm } from '../../../desktop/renderer/inputs/check.ts';
import { initialValues, nestErrors } from '../../../desktop/renderer/inputs/formShape.ts';
import { toLocal, toOffset } from '../../../desktop/renderer/inputs/localTime.ts';
import { everyType } from '../support/samples.ts';

describe('desktop/renderer/inputs', () => {
  it('names the offset of a local time, and shows the same local time again', () => {
    const sent = toOffset('2026-03-31T14:30');
    expect(sent).to.match(/^2026-03-31T14:30:00[+-]\d{2}:\d{2}$/);
    expect(toLocal(sent)).to.equal('2026-03-31T14:30');
    expect(toOffset('')).to.equal('');
    expect(toLocal('')).to.equal('');
  });

  describe('when clocks go forward', () => {
    const zone = process.env['TZ'];
    before(() => (process.env['TZ'] = 'Europe/Berlin'));
    after(() => (zone === undefined ? delete process.env['TZ'] : (process.env['TZ'] = zone)));

    it('moves a skipped local time an hour later', () => {
      expect(toOffset('2026-03-29T01:30')).to.equal('2026-03-29T01:30:00+01:00');
      expect(toOffset('2026-03-29T02:30')).to.equal('2026-03-29T03:30:00+02:00');
      expect(toOffset('2026-10-25T02:30')).to.equal('2026-10-25T02:30:00+02:00');
    });

    it('shows a year that is being typed', () => {
      expect(toLocal(toOffset('0202-03-31T14:30'))).to.match(/^0202-03-31T14:/);
    });
  });

  it('finds the required fields of an untouched form, and only those', async () => {
    const checked = await checkForm(everyType, initialValues(everyType));
    expect(checked.ok).to.equal(false);
    if (!checked.ok) expect(Object.keys(checked.checks)).to.have.members(['title', 'severity', 'people', 'day']);
  });

  it('checks patterns with the linear-time engine, over the whole text', async () => {
    const values = { ...initialValues(everyType), title: 'a', severity: 'low', people: 1, day: '2026-03-01' };
    expect(await checkForm(everyType, { ...values, code: 'INC-12' })).to.include({ ok: true });
    expect(await checkForm(everyType, { ...values, code: 'INC-12 or so' })).to.deep.include({
      checks: { code: { id: 'pattern', values: {}, words: 'A number looks like INC-123.' } },
    });
  });

  it('never sends hidden values, which the server sets', async () => {
    const values = { ...initialValues(everyType), title: 'a', severity: 'low', people: 1, day: '2026-03-01' };
    const checked = await checkForm(everyType, values);
    if (!checked.ok) throw new Error('expected these values to be valid');
    expect(checked.values).to.not.have.property('source');
  });

  it('drops values that a form asked for earlier but no longer does', async () => {
    const checked = await checkForm([{ name: 'time', type: 'text' }], { time: '09:00', dueAt: '2030-01-01' });
    expect(checked).to.deep.equal({ ok: true, values: { time: '09:00' } });
  });

  it('nests the errors of table cells as the form library does', () => {
    const checks = { a: { id: 'text', values: {} }, 'costs.1.what': { id: 'cell', values: {} } } as const;
    expect(nestErrors(checks, ({ id }) => `§${id}`)).to.deep.equal({
      a: { type: 'check', message: '§text' },
      costs: { 1: { what: { type: 'check', message: '§cell' } } },
    });
  });
});
