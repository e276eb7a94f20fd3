import type { Knex } from 'knex';
import type { InboxSort } from '../../contract/notifications.ts';
import type { Person } from '../../contract/people.ts';
import { isPostgres } from '../foundation/database/statements.ts';
import type { NewNotification } from '../messages/notifications/notificationStore.ts';
import type { Request } from './requestStore.ts';

/** The position of an entry in its inbox, for every sort order. */
export interface InboxPosition {
  createdAt: number;
  dueAt: number;
  groupKey: string;
  subjectId: string;
}

/** Groups equal questions: one node of one flow, whatever its visit or version. */
export const groupKeyOf = (flowId: string, nodeId: string): string => `${flowId}/${nodeId}`;

/** The node of a visit. */
export const nodeIdOf = (visitKey: string): string => visitKey.split('.')[0]!;

type Questioned = Pick<Request, 'id' | 'flowId' | 'visitKey' | 'expiresAt'>;

export const placeOf = ({ id, flowId, visitKey, expiresAt }: Questioned, createdAt: number): InboxPosition => ({
  createdAt,
  dueAt: expiresAt,
  groupKey: groupKeyOf(flowId, nodeIdOf(visitKey)),
  subjectId: id,
});

/** A person's inbox record of a request. */
export function notificationOf(
  request: Questioned & { raisedAt: number },
  person: Person,
  askedAs: number | null = null,
): NewNotification {
  const { createdAt, dueAt, groupKey, subjectId } = placeOf(request, request.raisedAt);
  return { subjectId, person, createdAt, dueAt, groupKey, askedAs };
}

/** The same key in SQL, for a table with the columns of requests. */
export const groupKeyIn = (db: Knex, table: string): string =>
  `${table}.flow_id || '/' || ${
    isPostgres(db)
      ? `split_part(${table}.visit_key, '.', 1)`
      : `substr(${table}.visit_key, 1, instr(${table}.visit_key || '.', '.') - 1)`
  }`;

/** The columns that an order compares, in SQL: filed rows have their own, others take those of their request. */
interface Order {
  columns: string[];
  direction: 'asc' | 'desc';
  /** The values of a page's last entry, for these columns. */
  valuesOf(place: InboxPosition): Knex.RawBinding[];
}

const SUBJECT = 'notifications.subject_id';

/** @param source `own`: the columns of notifications, which only filed rows always have */
export function orderOf(db: Knex, sort: InboxSort, source: 'own' | { request: string }): Order {
  const due = source === 'own' ? 'notifications.due_at' : `${source.request}.expires_at`;
  const group = source === 'own' ? 'notifications.group_key' : groupKeyIn(db, source.request);
  switch (sort) {
    case 'due':
      return {
        columns: [due, SUBJECT],
        direction: 'asc',
        valuesOf: ({ dueAt, subjectId }) => [dueAt, subjectId],
      };
    case 'flow':
      return {
        columns: [group, due, SUBJECT],
        direction: 'asc',
        valuesOf: ({ groupKey, dueAt, subjectId }) => [groupKey, dueAt, subjectId],
      };
    default:
      return {
        columns: ['notifications.created_at', SUBJECT],
        direction: 'desc',
        valuesOf: ({ createdAt, subjectId }) => [createdAt, subjectId],
      };
  }
}

/** For WHERE and ORDER BY; only what follows `after`, if given. */
export function orderedBy({ columns, direction, valuesOf }: Order, after: InboxPosition | undefined) {
  const compares = direction === 'asc' ? '>' : '<';
  return {
    order: columns.map((column) => `${column} ${direction}`).join(', '),
    after: after && {
      sql: `(${columns.join(', ')}) ${compares} (${columns.map(() => '?').join(', ')})`,
      bindings: valuesOf(after),
    },
  };
}
