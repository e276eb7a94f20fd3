import type { Knex } from 'knex';
import { MOST_PROGRESS_OF } from '../messages/deliveries/deliveryRules.ts';
import type { StoredKind, SubjectKind, SubjectSql } from '../messages/deliveries/subject.ts';
import { recipientOf, recipientsOf } from '../messages/notifications/notificationStore.ts';
import type { Presenter } from './presenter.ts';
import { findRequest, raisedAtOf } from './requestStore.ts';

/** The copy of a waiting request is rewritten when its reader has answered, or for progress if few people are asked. */
const mayChangeWhileWaiting = `strategy = 'all' and (assignee_count <= ${MOST_PROGRESS_OF}
  or (responses.person is not null and coalesce(shown_state, 'question') = 'question'))`;

const sql: SubjectSql = {
  table: 'requests',
  flowId: 'requests.flow_id',
  startedBy: 'requests.started_by',
  isOpen: `requests.status = 'waiting' and requests.expires_at > ?`,
  copy: {
    join: 'left join responses on responses.request_id = deliveries.subject_id and responses.person = deliveries.person',
    version: 'requests.version',
    state: `case when status <> 'waiting' then 'closed' when responses.person is not null then 'answered' else 'question' end`,
    progressOf: `case when strategy = 'all' and assignee_count > 1 then assignee_count end`,
    mayBeOutdated: `status <> 'waiting' or (${mayChangeWhileWaiting})`,
  },
  past: {
    join: 'join executions on executions.id = requests.execution_id',
    where: `executions.status not in ('running', 'waiting')`,
  },
};

export const REQUEST_KIND: StoredKind = { name: 'request', sql };

/** Requests as subjects of messages. */
export function requestSubject({ reader, presenter }: { reader: Knex; presenter: Presenter }): SubjectKind {
  return {
    ...REQUEST_KIND,
    describe: (requestId, person) => presenter.present(requestId, person.id),
    recipients: (requestId, page) => recipientsOf(reader, requestId, page),
    recipient: (requestId, personId) => recipientOf(reader, requestId, personId),
    namedAt: async (requestId) => (await raisedAtOf(reader, requestId)) ?? 0,
    async fallbackOf(requestId) {
      return (await findRequest(reader, requestId))?.body.fallback ?? [];
    },
    /** A question that requires a proven identity rejects tokens that do not prove one (behaviour 5.2). */
    async tokenExpiry(requestId, channel) {
      const request = await findRequest(reader, requestId);
      if (!request || (request.body.requireIdentity && channel.tokenPolicy === 'with_answer')) return null;
      return request.expiresAt;
    },
  };
}
