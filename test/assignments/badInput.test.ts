import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { LONGEST_AFTER_MS, type AssignPreview } from '../../contract/sendings.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';
import { ALAN, assign, GRACE, group, makeChat, user } from './support.ts';

const HOUR_MS = 60 * 60_000;

describe('assigning what cannot be assigned', () => {
  const stage = useStage();
  const inMs = (ms: number) => new Date(stage.now() + ms).toISOString();
  const daily = { cron: '0 9 * * *', timeZone: 'UTC' };

  const REFUSED: [what: string, field: string, check: string, terms: () => object][] = [
    ['a note in which nothing can be read', 'note', 'missing', () => ({ note: ' \u200b ' })],
    ['an empty group', 'principals', 'groupEmpty', () => ({ principals: [user(GRACE), group('Nobody')] })],
    ['somebody outside the directory', 'principals', 'personUnknown', () => ({ principals: [user('x@nowhere.test')] })],
    ['an unknown group', 'principals', 'groupUnknown', () => ({ principals: [group('Nowhere')] })],
    ['a due date in the past', 'dueAt', 'datePast', () => ({ dueAt: inMs(-1) })],
    ['an expiry in the past', 'expiresAt', 'datePast', () => ({ expiresAt: inMs(-1) })],
    [
      'an expiry before the due date',
      'expiresAt',
      'expiryBeforeDue',
      () => ({ dueAt: inMs(2 * HOUR_MS), expiresAt: inMs(HOUR_MS) }),
    ],
    [
      'an expiry before the due date of a recurrence',
      'recurrence.expiresAfterMs',
      'expiryBeforeDue',
      () => ({ recurrence: { ...daily, dueAfterMs: 2 * HOUR_MS, expiresAfterMs: HOUR_MS } }),
    ],
    ['fixed dates for a recurrence', 'dueAt', 'dateOfRecurrence', () => ({ recurrence: daily, dueAt: inMs(HOUR_MS) })],
    [
      'a fixed expiry for a recurrence',
      'expiresAt',
      'dateOfRecurrence',
      () => ({ recurrence: daily, expiresAt: inMs(HOUR_MS) }),
    ],
    [
      'a schedule that never occurs',
      'recurrence.cron',
      'cronNever',
      () => ({ recurrence: { ...daily, cron: '0 9 31 2 *' } }),
    ],
    [
      'a day that none of its months has',
      'recurrence.cron',
      'cronNever',
      () => ({ recurrence: { ...daily, cron: '0 0 31 4,6 *' } }),
    ],
    ['another one', 'recurrence.cron', 'cronNever', () => ({ recurrence: { ...daily, cron: '0 0 31 2,4 *' } })],
    [
      'the last of an invalid weekday',
      'recurrence.cron',
      'cronForm',
      () => ({ recurrence: { ...daily, cron: '0 9 * * L' } }),
    ],
    ...(['dueAfterMs', 'expiresAfterMs'] as const).flatMap((field) =>
      [LONGEST_AFTER_MS + 1, Number.MAX_SAFE_INTEGER].map((ms): (typeof REFUSED)[number] => [
        `${field} of ${ms}`,
        `recurrence.${field}`,
        'numberTo',
        () => ({ recurrence: { ...daily, [field]: ms } }),
      ]),
    ),
    ...(['dueAt', 'expiresAt'] as const).map((field): (typeof REFUSED)[number] => [
      `${field} in a year of five digits`,
      field,
      'datetimeTo',
      () => ({ [field]: '9999-12-31T23:59:59-12:00' }),
    ]),
    ['one of four fields', 'recurrence.cron', 'cronForm', () => ({ recurrence: { ...daily, cron: '0 9 * *' } })],
    ['a name for one', 'recurrence.cron', 'cronForm', () => ({ recurrence: { ...daily, cron: '@daily' } })],
    ['one every second', 'recurrence.cron', 'cronForm', () => ({ recurrence: { ...daily, cron: '* * * * * *' } })],
    ['one every minute', 'recurrence.cron', 'cronTooOften', () => ({ recurrence: { ...daily, cron: '* * * * *' } })],
    [
      'an unknown time zone',
      'recurrence.timeZone',
      'timeZoneUnknown',
      () => ({ recurrence: { ...daily, timeZone: 'X/Y' } }),
    ],
    ['nobody at all', 'principals', 'noPrincipals', () => ({ principals: [] })],
    ['an unknown version', 'chatVersion', 'chatVersionUnknown', () => ({ chatVersion: 7 })],
    [
      'a flow criterion for a chat without a flow',
      'criterion',
      'criterionNeedsFlow',
      () => ({ criterion: 'flow_passed' }),
    ],
  ];

  for (const [what, field, check, terms] of REFUSED)
    it(`says what is wrong with ${what}, and stores nothing`, async () => {
      const chat = await makeChat(stage.tim);
      const body = { chatId: chat.id, principals: [user(GRACE)], criterion: 'manual', ...terms() };
      const refused = await stage.tim.call<Problem>('POST', '/assignments', body);
      expectProblem(refused, 422, 'validation_failed');
      expect(refused.body.checks![field]).to.include({ id: check });
      if (field.startsWith('recurrence.')) {
        const { chatId: _chat, criterion: _criterion, ...previewed } = body;
        const preview = await stage.tim.call<Problem>('POST', '/assignments/preview', previewed);
        expectProblem(preview, 422, 'validation_failed');
        expect(preview.body.checks![field]).to.include({ id: check });
      }
      const { reader } = stage.services.ground;
      for (const table of ['sendings', 'assignments', 'assignment_notices'])
        expect(await reader(table).where(table === 'sendings' ? { chat_id: chat.id } : {}), table).to.deep.equal([]);
    });

  it('refuses a chat that the sender may not use, or may use only by an assignment', async () => {
    const chat = await makeChat(stage.alan, { users: [ALAN] });
    const body = { chatId: chat.id, principals: [user(ALAN)], criterion: 'manual' };
    const refused = await stage.grace.call<Problem>('POST', '/assignments', body);
    expect(refused.body.checks).to.have.property('chatId');
    await assign(stage.alan, chat);
    expect((await stage.grace.call<Problem>('POST', '/assignments', body)).body.checks).to.have.property('chatId');
  });

  it('previews whom it would reach, and when', async () => {
    const principals = [group('Finance'), user(GRACE)];
    const seen = await stage.tim.call<AssignPreview>('POST', '/assignments/preview', { principals, recurrence: daily });
    expect(seen.status).to.equal(200);
    expect(seen.body.next).to.have.length(5);
    const [finance, grace] = seen.body.principals;
    expect(finance).to.include({ kind: 'group', displayName: 'Finance' });
    expect(grace).to.include({ kind: 'user', displayName: 'Grace Hopper', people: 1 });
    const refused = await stage.tim.call<Problem>('POST', '/assignments/preview', { principals: [group('Nobody')] });
    expectProblem(refused, 422, 'validation_failed');
  });
});
