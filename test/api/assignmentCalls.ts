import { user } from '../assignments/support.ts';

/** The objects that assignment paths refer to. */
interface AssignedWorld {
  assignment: string;
  sending: string;
  log: string;
  notice: string;
  /** The assignee, and earlier assignees in the chain, by address. */
  assignee: string;
  heldBefore: string;
}

interface Call {
  path: string;
  body?: unknown;
}

const NOTHING = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** A call of each assignment route that passes every other check, or changes nothing if it does. */
export function assignmentCalls(world: AssignedWorld): Record<string, Call> {
  const { assignment, sending, log, notice, assignee, heldBefore } = world;
  const principals = [user(assignee)];
  const one = `/assignments/${assignment}`;
  const action = (action: string, body?: unknown): Call => ({
    path: `${one}/${action}`,
    ...(body !== undefined && { body }),
  });
  return {
    'GET /logs': { path: '/logs' },
    'GET /logs/:id': { path: `/logs/${log}` },
    'GET /logs/:id/messages': { path: `/logs/${log}/messages` },
    'POST /logs/:id/messages': { path: `/logs/${log}/messages`, body: { content: 'Hi' } },
    'POST /logs/:id/messages/:messageId/stop': { path: `/logs/${log}/messages/${NOTHING}/stop` },
    'POST /assignments': { path: '/assignments', body: { chatId: NOTHING, principals, criterion: 'manual' } },
    'POST /assignments/preview': { path: '/assignments/preview', body: { principals } },
    'GET /assignments': { path: '/assignments' },
    'GET /assignments/counts': { path: '/assignments/counts' },
    'GET /assignments/export.csv': { path: '/assignments/export.csv' },
    'POST /assignments/bulk': { path: '/assignments/bulk', body: { action: 'remind', ids: [assignment] } },
    'GET /assignments/notifications': { path: '/assignments/notifications' },
    'POST /assignments/notifications/read': { path: '/assignments/notifications/read', body: {} },
    'PATCH /assignments/notifications/:id/read': { path: `/assignments/notifications/${notice}/read` },
    'GET /assignments/:id': { path: one },
    'POST /assignments/:id/start': action('start'),
    'POST /assignments/:id/resume': action('resume'),
    'POST /assignments/:id/retry': action('retry'),
    'POST /assignments/:id/complete': action('complete'),
    'POST /assignments/:id/decline': action('decline', {}),
    'POST /assignments/:id/delegate': action('delegate', { to: heldBefore }),
    'POST /assignments/:id/remind': action('remind'),
    'POST /assignments/:id/cancel': action('cancel', {}),
    'POST /assignments/:id/reassign': action('reassign', { to: 'nobody@sandbox.test' }),
    'GET /sendings': { path: '/sendings' },
    'GET /sendings/:id': { path: `/sendings/${sending}` },
    'POST /sendings/:id/new-members': { path: `/sendings/${sending}/new-members` },
    'POST /sendings/:id/cancel': { path: `/sendings/${sending}/cancel`, body: {} },
    'POST /sendings/:id/end': { path: `/sendings/${sending}/end` },
    'GET /sendings/:id/occurrences': { path: `/sendings/${sending}/occurrences` },
  };
}
