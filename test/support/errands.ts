import type { Notice, NoticeAction } from '../../contract/messages.ts';
import type { Person } from '../../contract/people.ts';
import { lockRows } from '../../server/foundation/database/rows.ts';
import type { Db } from '../../server/foundation/database/statements.ts';
import type { SubjectKind } from '../../server/messages/deliveries/subject.ts';

interface Errand {
  id: string;
  version: number;
  step: keyof typeof STEPS;
}

const START: NoticeAction = { id: 'start', label: 'Start it', style: 'primary' };
const DECLINE: NoticeAction = { id: 'decline', label: 'Not me', style: 'danger' };
const FINISH: NoticeAction = { id: 'finish', label: 'It is done' };
const BREAK: NoticeAction = { id: 'break', label: 'Break it' };

/** The actions at each step, and what they lead to; none if it is over. */
const STEPS = {
  new: { says: 'waits for you', offers: [START, DECLINE, BREAK] },
  started: { says: 'is under way', offers: [FINISH] },
  finished: { says: 'was done', offers: [] },
  declined: { says: 'was declined', offers: [] },
} as const satisfies Record<string, { says: string; offers: readonly NoticeAction[] }>;

const LEADS_TO: Record<string, Errand['step']> = { start: 'started', decline: 'declined', finish: 'finished' };
const IS_OVER = `errands.step in ('finished', 'declined')`;

export const createErrands = (db: Db) =>
  db.raw('create table errands (id varchar(40) primary key, version integer, step varchar(20), due_at bigint)');

export const insertErrand = (db: Db, id: string, dueAt: number) =>
  db('errands').insert({ id, version: 1, step: 'new', due_at: dueAt });

/** Errands for some people, in their own table: everything another kind of subject needs. The first to come does it. */
export function errandKind(db: Db, people: () => Person[]): SubjectKind {
  const errandOf = async (id: string): Promise<Errand | undefined> => db('errands').where({ id }).first();
  const recipient = async (_id: string, personId: string) => people().find(({ id }) => id === personId) ?? null;

  return {
    name: 'errand',
    sql: {
      table: 'errands',
      flowId: `'errands'`,
      startedBy: `'tim'`,
      isOpen: `not (${IS_OVER}) and errands.due_at > ?`,
      copy: {
        join: '',
        version: 'errands.version',
        state: `case when ${IS_OVER} then 'closed' else 'question' end`,
        progressOf: 'cast(null as integer)',
        areNotices: true,
        mayBeOutdated: '1 = 1',
      },
      past: { join: '', where: IS_OVER },
    },
    async describe(subjectId, person): Promise<Notice | null> {
      const errand = await errandOf(subjectId);
      if (!errand || !(await recipient(subjectId, person.id))) return null;
      const { says, offers } = STEPS[errand.step];
      const about = { subjectId, version: errand.version, isOver: offers.length === 0, actions: [...offers] };
      return { kind: 'notice', title: `Errand ${subjectId}`, text: `It ${says}.`, webUrl: null, about };
    },
    recipients: async (_id, { after }) => people().filter(({ id }) => id > after),
    recipient,
    fallbackOf: async () => ['mail'],
    tokenExpiry: async (id) => (await db('errands').where({ id }).first('due_at'))?.due_at ?? null,
    async act({ trx }, { subjectId: id, actionId }) {
      await lockRows(trx, 'errands', [id]);
      const errand: Errand = await trx('errands').where({ id }).first();
      if (actionId === 'break') throw new Error('an errand that breaks');
      if (!STEPS[errand.step].offers.some((action) => action.id === actionId)) return 'not_offered';
      await trx('errands')
        .where({ id })
        .update({ step: LEADS_TO[actionId]!, version: errand.version + 1 });
      return 'done';
    },
  };
}
