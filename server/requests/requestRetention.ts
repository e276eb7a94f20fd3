import { deleteOwned } from '../foundation/database/rows.ts';
import type { Db } from '../foundation/database/statements.ts';
import { KEEP_MS, type RetentionRow } from '../foundation/schedule/retention.ts';
import { deleteDeliveriesOf } from '../messages/deliveries/tokenRetention.ts';
import { deleteNotificationsOf } from './inboxRetention.ts';
import { deleteNudgesOf } from './nudgeStore.ts';

/** Expired prompt templates, which nobody can open any more. */
export const promptTemplateRetention: RetentionRow<Db> = {
  name: 'promptTemplates',
  keepMs: KEEP_MS.promptTemplates,
  purge(db, before, limit) {
    const over = db('prompt_templates')
      .join('requests', 'requests.id', 'prompt_templates.request_id')
      .join('executions', 'executions.id', 'requests.execution_id')
      .where('prompt_templates.expires_at', '<=', before)
      .whereNotIn('executions.status', ['running', 'waiting'])
      .orderBy('prompt_templates.expires_at')
      .limit(limit)
      .select('prompt_templates.id');
    return db('prompt_templates').whereIn('id', over).delete();
  },
};

/** Deletes the records of a request in a safe order: first what people see. */
const LEFT_BEHIND: ((db: Db, requestIds: string[], limit: number) => Promise<number>)[] = [
  deleteNotificationsOf,
  deleteDeliveriesOf,
  deleteNudgesOf,
  (db, ids, limit) => deleteOwned(db, 'responses', { key: ['request_id', 'person'], owner: 'request_id' }, ids, limit),
  (db, ids, limit) =>
    deleteOwned(db, 'request_files', { key: ['request_id', 'file_id'], owner: 'request_id' }, ids, limit),
  (db, ids, limit) =>
    deleteOwned(db, 'offered_options', { key: ['request_id', 'variable', 'value'], owner: 'request_id' }, ids, limit),
  (db, ids, limit) => deleteOwned(db, 'prompt_templates', { key: ['id'], owner: 'request_id' }, ids, limit),
];

/** Closed requests with all their records; one with ten thousand assignees takes many units. */
export const requestRetention: RetentionRow<Db> = {
  name: 'requests',
  keepMs: KEEP_MS.requests,
  async purge(db, before, limit) {
    const ids: string[] = await db('requests')
      .join('executions', 'executions.id', 'requests.execution_id')
      .where('closed_at', '<=', before)
      .whereNotIn('executions.status', ['running', 'waiting'])
      .orderBy('closed_at')
      .limit(limit)
      .pluck('requests.id');
    let count = 0;
    for (const deleteSome of LEFT_BEHIND) count += await deleteSome(db, ids, limit - count);
    // at the limit the requests stay: records that refer to them may be left
    const free = ids.slice(0, limit - count);
    return free.length === 0 ? count : count + (await db('requests').whereIn('id', free).delete());
  },
};
