import { expect } from 'chai';
import fc from 'fast-check';
import { ASSIGNMENT_STATUSES } from '../../contract/assignments.ts';
import type { Progress } from '../../contract/sendings.ts';
import { ApiProblem } from '../../desktop/renderer/api/apiProblem.ts';
import {
  assignSpecs,
  cronOf,
  firstAsked,
  firstValues,
  onAssignFields,
  recurrenceOf,
  REPEATS,
  toAssignBody,
} from '../../desktop/renderer/assignments/assignForm.ts';
import { partsOf } from '../../desktop/renderer/assignments/progressParts.ts';
import { ruleWords } from '../../desktop/renderer/assignments/ruleWords.ts';
import { inEnglish, inGerman } from './support/words.ts';

const HOUR_MS = 3_600_000;
const text = (id: string) => id;
const withFlow = { flowId: 'quiz', version: 1 };
const without = { flowId: null, version: 1 };

describe('desktop/renderer/assignments: the form', () => {
  const names = (chat: typeof withFlow | typeof without, asked = firstAsked(chat)) =>
    assignSpecs({ chat, versions: [], timeZone: 'UTC' }, asked, text).map(({ name }) => name);

  it('asks for what applies, and for nothing else', () => {
    expect(names(without)).to.include.members(['dueAt', 'expiresAt']).and.not.include('retryBudget');
    expect(names(withFlow)).to.include('retryBudget');
    expect(names(without, { repeats: 'weekly', criterion: 'manual' }))
      .to.include.members(['weekday', 'time', 'timeZone', 'dueAfter'])
      .and.not.include('dueAt');
    expect(names(without, { repeats: 'cron', criterion: 'manual' }))
      .to.include('cron')
      .and.not.include('time');
  });

  it('has an initial value for every field that it may show', () => {
    const first = firstValues({ chat: without, versions: [], timeZone: 'UTC' }, text);
    expect(first).to.include({ criterion: 'manual', repeats: 'never', time: '09:00', timeZone: 'UTC', weekday: '1' });
    for (const repeats of REPEATS)
      expect(first).to.include.keys(names(withFlow, { repeats, criterion: 'flow_passed' }));
  });

  it('offers flow criteria only for a chat with a flow', () => {
    const offered = (chat: typeof withFlow | typeof without) =>
      assignSpecs({ chat, versions: [], timeZone: 'UTC' }, firstAsked(chat), text)
        .find(({ name }) => name === 'criterion')!
        .options!.map((option) => ('value' in option ? option.value : ''));
    expect(offered(without)).to.deep.equal(['chat_visited', 'chat_engaged', 'manual']);
    expect(offered(withFlow)).to.have.length(6);
  });

  it('builds a cron expression from the choices', () => {
    const at = { time: '09:05' };
    expect(cronOf({ ...at, repeats: 'daily' })).to.equal('5 9 * * *');
    expect(cronOf({ ...at, repeats: 'weekly', weekday: '3' })).to.equal('5 9 * * 3');
    expect(cronOf({ ...at, repeats: 'monthly', day: 28 })).to.equal('5 9 28 * *');
    expect(cronOf({ repeats: 'cron', cron: ' 0 9 * * 1 ' })).to.equal('0 9 * * 1');
    for (const repeats of REPEATS.slice(1)) expect(cronOf({ repeats }), repeats).to.equal(null);
    const after = { ...at, repeats: 'daily', timeZone: 'UTC', dueAfter: 1.5, expiresAfter: 24 };
    const wanted = { cron: '5 9 * * *', timeZone: 'UTC', dueAfterMs: 1.5 * HOUR_MS, expiresAfterMs: 24 * HOUR_MS };
    expect(recurrenceOf(after)).to.deep.equal(wanted);
    expect(recurrenceOf({ repeats: 'never' })).to.equal(undefined);
  });

  it('sends what was filled in, and dates only if nothing recurs', () => {
    const grace = { id: 'g', displayName: 'Grace', email: null };
    const values = {
      people: [grace],
      groups: [{ ...grace, id: 'finance' }],
      criterion: 'manual',
      repeats: 'never',
      retryBudget: 3,
      dueAt: '2030-01-01T09:00:00.000Z',
      version: '2',
      allowRejection: true,
    };
    expect(toAssignBody('chat', values)).to.deep.equal({
      chatId: 'chat',
      principals: [
        { kind: 'user', id: 'g' },
        { kind: 'group', id: 'finance' },
      ],
      criterion: 'manual',
      retryBudget: 0,
      allowDelegation: false,
      allowRejection: true,
      chatVersion: 2,
      dueAt: '2030-01-01T09:00:00.000Z',
    });
    const recurring = toAssignBody('chat', { ...values, repeats: 'daily', time: '09:00', timeZone: 'UTC' });
    expect(recurring).to.have.property('recurrence').and.to.include({ cron: '0 9 * * *' });
    expect(recurring).not.to.have.property('dueAt');
  });

  it('shows server errors at its own fields', () => {
    const fields = { principals: 'Nobody.', 'recurrence.cron': 'Never.', 'recurrence.timeZone': 'Where?' };
    const problem = new ApiProblem('validation_failed', 422, '', { fields });
    const moved = (repeats: 'cron' | 'daily') =>
      Object.keys((onAssignFields(problem, { repeats }) as ApiProblem).extra.fields!);
    expect(moved('cron')).to.deep.equal(['people', 'cron', 'timeZone']);
    expect(moved('daily')).to.deep.equal(['people', 'time', 'timeZone']);
    const ofGroups = { fields: { principals: 'Empty.' }, checks: { principals: { id: 'groupEmpty', values: {} } } };
    const refused = new ApiProblem('validation_failed', 422, '', ofGroups as ApiProblem['extra']);
    const { extra } = onAssignFields(refused, { repeats: 'never' }) as ApiProblem;
    expect([extra.fields, extra.checks].map((each) => Object.keys(each!))).to.deep.equal([['groups'], ['groups']]);
  });
});

describe('desktop/renderer/assignments: the overview of a sending', () => {
  it('includes everybody once, late or not', () => {
    const counts = fc.record(
      Object.fromEntries(ASSIGNMENT_STATUSES.map((status) => [status, fc.nat(50)])),
    ) as fc.Arbitrary<Progress>;
    fc.assert(
      fc.property(counts, fc.nat(200), (progress, overdue) => {
        const parts = partsOf({ progress, overdue });
        const all = Object.values(progress).reduce((sum, count) => sum + count, 0);
        expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).to.equal(all);
        expect(Math.min(...Object.values(parts))).to.be.at.least(0);
        expect(parts.failed).to.equal(progress.failed + progress.expired);
        expect(parts.late).to.equal(Math.min(overdue, progress.pending + progress.in_progress));
      }),
    );
  });
});

// cspell:ignore jedes Monats
describe('desktop/renderer/assignments: the schedule of a recurrence', () => {
  const words = (cron: string, text = inEnglish) => ruleWords({ cron, timeZone: 'Europe/Berlin' }, text);

  it('is described as it was chosen, or by its expression if it was typed', () => {
    for (const [values, said] of [
      [{ repeats: 'daily', time: '09:00' }, 'Every day at 09:00, Europe/Berlin'],
      [{ repeats: 'weekly', time: '14:05', weekday: '7' }, 'Every Sunday at 14:05, Europe/Berlin'],
      [{ repeats: 'monthly', time: '07:30', day: 2 }, 'On day 2 of every month at 07:30, Europe/Berlin'],
      [{ repeats: 'cron', cron: '0 9 * * 1-5' }, 'By the cron expression 0 9 * * 1-5, Europe/Berlin'],
    ] as const)
      expect(words(cronOf(values)!)).to.equal(said);
    expect(words('0 9 * * 0')).to.equal('Every Sunday at 09:00, Europe/Berlin');
    for (const odd of ['0 9 1 * 1', '*/5 * * * *', '0 9 1 1 *', '0 9 * * 9'])
      expect(words(odd)).to.match(/^By the cron expression/);
    expect(words('30 7 2 * *', inGerman)).to.equal('Am 2. jedes Monats um 07:30, Europe/Berlin');
  });
});
