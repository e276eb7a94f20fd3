/** The objects that inbox paths refer to. */
interface InboxWorld {
  /** Open, put to Grace by an execution of Ada's. */
  request: string;
  /** One that may be withdrawn, or is already closed. */
  toWithdraw: string;
  /** A saved view. */
  view: string;
}

export interface Call {
  /** Who may call it. */
  by: string;
  path: string;
  body?: unknown;
}

/** A call of each route for ordering an inbox, and for following one's own questions. */
export const inboxCalls = ({ request, toWithdraw, view }: InboxWorld): Record<string, Call> => ({
  'GET /user/notifications/groups': { by: 'grace', path: '/user/notifications/groups' },
  'PATCH /user/notifications/:id/snooze': {
    by: 'grace',
    path: `/user/notifications/${request}/snooze`,
    body: { until: null },
  },
  'GET /user/requests': { by: 'ada', path: '/user/requests' },
  'POST /requests/:id/nudge': { by: 'ada', path: `/requests/${request}/nudge` },
  'GET /requests/:id/unanswered': { by: 'ada', path: `/requests/${request}/unanswered` },
  'POST /requests/:id/withdraw': { by: 'ada', path: `/requests/${toWithdraw}/withdraw`, body: { reason: 'So' } },
  'GET /user/views': { by: 'ada', path: '/user/views' },
  'POST /user/views': { by: 'ada', path: '/user/views', body: { name: 'Mine', filter: {} } },
  'PUT /user/views/:id': { by: 'ada', path: `/user/views/${view}`, body: { name: 'Hers', filter: {} } },
  'DELETE /user/views/:id': { by: 'ada', path: `/user/views/${view}` },
});

/** A call of each execution route: on a waiting one, and on one that has ended or may be ended. */
export const executionCalls = (waiting: string, ended: string): Record<string, Call> => ({
  'GET /executions': { by: 'ada', path: '/executions' },
  'GET /executions/counts': { by: 'ada', path: '/executions/counts' },
  'GET /executions/:id': { by: 'ada', path: `/executions/${waiting}` },
  'POST /executions/:id/cancel': { by: 'ada', path: `/executions/${ended}/cancel` },
  'POST /executions/:id/retry': { by: 'ada', path: `/executions/${ended}/retry` },
});

/** A call of each route that reads a flow, retires it and brings it back. */
export const flowCalls = (flow: string): Record<string, Call> => ({
  'GET /flows': { by: 'ada', path: '/flows' },
  'GET /flows/:id': { by: 'ada', path: `/flows/${flow}` },
  'GET /flows/:id/access': { by: 'ada', path: `/flows/${flow}/access` },
  'GET /flows/:id/versions': { by: 'ada', path: `/flows/${flow}/versions` },
  'POST /flows/:id/retire': { by: 'ada', path: `/flows/${flow}/retire` },
  'POST /flows/:id/restore': { by: 'ada', path: `/flows/${flow}/restore` },
});

/** A call of each route that helps authors while they write. */
export const AUTHORING_CALLS: Record<string, Call> = {
  'GET /node-types': { by: 'ada', path: '/node-types' },
  'POST /flows/check': { by: 'ada', path: '/flows/check', body: { id: 'matrix' } },
  'POST /flows/try': { by: 'ada', path: '/flows/try', body: { definition: { id: 'matrix' } } },
  'POST /flows/preview': { by: 'ada', path: '/flows/preview', body: { config: {} } },
};
