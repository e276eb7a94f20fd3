import type { FastifyInstance } from 'fastify';
import type { SentRequest } from '../../../contract/sent.ts';
import { NOBODY_UNREACHED } from '../../../contract/unreached.ts';

const HOUR_MS = 3_600_000;
const after = (ms: number): string => new Date(Date.now() + ms).toISOString();

const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaferswessenschafe';

/** A question that the person has asked, with changes. */
export const sentRequest = (change: Partial<SentRequest> = {}): SentRequest => ({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV-review',
  executionId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  flowId: 'expense-approval',
  flowName: 'Expense approval',
  label: 'Review',
  title: 'May the standing desk be bought?',
  strategy: 'all',
  status: 'waiting',
  raisedAt: after(-HOUR_MS),
  expiresAt: after(5 * HOUR_MS),
  closedAt: null,
  progress: { answered: 1, of: 8 },
  waitsFor: [
    { id: 'grace', displayName: 'Grace Hopper' },
    { id: 'alan', displayName: 'Alan Turing' },
  ],
  waitsForCount: 7,
  unreached: {
    people: [
      { id: 'grace', displayName: 'Grace Hopper' },
      { id: 'long', displayName: LONG_NAME },
    ],
    hasMore: true,
  },
  nudgedAt: after(-2 * HOUR_MS),
  outcome: null,
  ...change,
});

/** The person's own questions and saved filters. */
export function askedRoutes(api: FastifyInstance): void {
  api.get<{ Querystring: { status?: string } }>('/user/requests', ({ query }) => ({
    items:
      query.status === 'closed'
        ? [
            sentRequest({
              status: 'cancelled',
              outcome: 'No longer needed.',
              waitsFor: [],
              waitsForCount: 0,
              unreached: NOBODY_UNREACHED,
            }),
          ]
        : [sentRequest()],
    nextCursor: null,
  }));
  api.get<{ Querystring: { cursor?: string } }>('/requests/:id/unanswered', ({ query: { cursor } }) => ({
    items: cursor
      ? [{ id: 'tim', displayName: 'Tim Berners-Lee' }]
      : ['Alan Turing', 'Grace Hopper', LONG_NAME].map((displayName) => ({ id: displayName, displayName })),
    nextCursor: cursor ? null : 'more',
  }));
  api.post('/requests/:id/nudge', (_request, reply) => reply.code(204).send());
  api.post('/requests/:id/withdraw', (_request, reply) => reply.code(204).send());
  api.get('/user/views', () => [
    {
      id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      name: 'Expenses due today',
      filter: { flow: 'expense-approval', due: 'today' },
      status: 'pending',
      sort: 'due',
      group: 'none',
    },
  ]);
}
