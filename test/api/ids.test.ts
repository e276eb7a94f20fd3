import { expect } from 'chai';
import { ROUTES, type Route } from '../../contract/routes.ts';
import type { Problem } from '../../contract/problem.ts';
import { assign, done, newestOf as newestAssignment } from '../assignments/support.ts';
import { asking, executionOf, notificationOf, useStage } from '../scenarios/support.ts';

const WITH_ID = ROUTES.filter(({ path }) => path.includes('/:'));
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Malformed ids, as they appear in an address. */
const STRANGE: [what: string, text: string, status: number][] = [
  ['5,000 characters', 'x'.repeat(5000), 404],
  ['300 characters', '0'.repeat(300), 404],
  ['a control character', '%01', 404],
  ['a line break', 'a%0D%0AX-Injected:%201', 404],
  ['a slash', 'a%2Fb', 404],
  ['a way out of a folder', '..%2F..%2Fpackage.json', 404],
  ['what turns text round', '%E2%80%AE', 404],
  ['a NUL', 'a%00b', 400],
  ['half of a character', '%C3', 400],
  ['no escape', '%zz', 400],
];

const UNKNOWN_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/** Well-formed but unknown; an id that is not listed here is a ULID. */
const UNKNOWN: Record<string, string> = {
  '/user/notifications': `${UNKNOWN_ID}-ask`,
  '/requests': `${UNKNOWN_ID}-ask`,
  '/flows': 'no-such-flow',
  '/directory/users': '10000000-0000-4000-8000-00000000ffff',
};
const rootOf = (path: string) => path.split('/:')[0]!;

const BODIES: Record<string, unknown> = {
  'POST /user/notifications/:id/respond': 'Yes',
  'PATCH /user/notifications/:id/snooze': { until: null },
  'POST /requests/:id/withdraw': { reason: 'So' },
  'PUT /user/views/:id': { name: 'Theirs', filter: {} },
  'PUT /flows/:id': asking({
    id: 'no-such-flow',
    human: { inputType: 'text', prompt: '?', assignees: { users: ['grace@sandbox.test'] } },
  }),
  'POST /flows/:id/executions': {},
  'PUT /chats/:id': { name: 'Mine', users: [] },
  'PUT /flows/:id/access': { owners: [], readers: [], starters: 'everyone', version: 1 },
  'POST /chats/:id/messages': { content: 'Hi' },
  'POST /logs/:id/messages': { content: 'Hi' },
  'PATCH /settings/providers/:channel': { enabled: false },
  'POST /assignments/:id/decline': {},
  'POST /assignments/:id/cancel': {},
  'POST /assignments/:id/delegate': { to: 'tim@sandbox.test' },
  'POST /assignments/:id/reassign': { to: 'tim@sandbox.test' },
};

/** Routes that name the refusal, as behaviour 7 says. */
const DENIED: Record<string, Problem['code']> = {
  'POST /user/notifications/:id/respond': 'not_assignee',
  'GET /prompts/:id': 'template_access_denied',
  'GET /prompts/:id/options/:variable': 'template_access_denied',
};

describe('ids in addresses', () => {
  const stage = useStage();
  /** What belongs to Ada and Grace, by route. */
  const theirs: Record<string, string> = {};

  before(async () => {
    const variables = [{ name: 'proof', type: 'file' }];
    const human = { inputType: 'form', prompt: '?', assignees: { users: ['grace@sandbox.test'] }, variables };
    const request = await stage.ask(human);
    const { promptTemplateId } = await notificationOf(stage.product, stage.grace, request);
    const chat = await stage.ada.call<{ id: string }>('POST', '/chats', {
      name: 'Theirs',
      users: ['grace@sandbox.test'],
    });
    Object.assign(theirs, {
      '/user/notifications': request,
      '/requests': request,
      '/prompts': promptTemplateId,
      '/executions': executionOf(request),
      '/chats': chat.body.id,
      '/files': await upload(request),
    });
    const view = await stage.grace.call<{ id: string }>('POST', '/user/views', { name: 'Hers', filter: {} });
    theirs['/user/views'] = view.body.id;
    const { sending } = await assign(stage.ada, chat.body);
    const { id: assignment } = await newestAssignment(stage.grace);
    const { logId } = await done(stage.grace, assignment, 'start');
    const told = await stage.grace.call<{ items: { id: string }[] }>('GET', '/assignments/notifications');
    Object.assign(theirs, {
      '/sendings': sending.id,
      '/assignments': assignment,
      '/logs': logId,
      '/assignments/notifications': told.body.items[0]!.id,
    });
  });

  async function upload(requestId: string): Promise<string> {
    const query = new URLSearchParams({ requestId, variable: 'proof', name: 'proof.txt' });
    const headers = { ...(await bearer('grace')), 'content-type': 'text/plain' };
    const response = await fetch(`${stage.product.url}/api/files?${query}`, { method: 'POST', headers, body: 'proof' });
    return ((await response.json()) as { id: string }).id;
  }

  const bearer = async (name: string) => ({
    authorization: `Bearer ${await stage.product.sandbox.tokenFor(`${name}@sandbox.test`)}`,
  });

  /** Calls a route with these ids in its path, one after another. */
  async function call(route: Route, by: string, ids: string[]) {
    const left = [...ids];
    const body = BODIES[nameOf(route)];
    const response = await fetch(`${stage.product.url}/api${route.path.replace(/:\w+/g, () => left.shift()!)}`, {
      method: route.method,
      headers: { ...(await bearer(by)), ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    expect(response.headers.get('content-type'), nameOf(route)).to.equal('application/problem+json');
    const { status, code, detail } = (await response.json()) as Problem;
    return { status, code, detail };
  }

  const placesOf = ({ path }: Route) => path.match(/:\w+/g)!;
  const unknownFor = (route: Route) => placesOf(route).map(() => UNKNOWN[rootOf(route.path)] ?? UNKNOWN_ID);
  const shared = ['/flows', '/directory/users', '/secrets', '/settings/providers']; // not our ids, or only for authors or administrators

  for (const route of WITH_ID) {
    it(`${nameOf(route)}: a malformed id is not found, or is refused`, async () => {
      for (const [what, text, status] of STRANGE)
        for (const place of placesOf(route).keys()) {
          const ids = unknownFor(route).map((id, n) => (n === 0 ? (theirs[rootOf(route.path)] ?? id) : id));
          const found = await call(route, 'ada', ids.with(place, text));
          expect([found.status, found.code], what).to.deep.equal([status, status === 400 ? 'malformed' : 'not_found']);
        }
    });

    it(`${nameOf(route)}: an unknown id is not found`, async () => {
      expect(await call(route, 'ada', unknownFor(route))).to.include({ status: 404, code: 'not_found' });
    });

    if (!shared.includes(rootOf(route.path)))
      it(`${nameOf(route)}: somebody else's id reveals no more than an unknown id`, async () => {
        const known = unknownFor(route).with(0, theirs[rootOf(route.path)]!);
        const found = await call(route, 'tim', known);
        const denied = DENIED[nameOf(route)];
        if (denied) return void expect(found).to.include({ status: 403, code: denied });
        expect(found).to.deep.equal(await call(route, 'tim', unknownFor(route)));
        const isForRole = route.access === 'author';
        expect(found).to.include(isForRole ? { status: 403, code: 'forbidden' } : { status: 404, code: 'not_found' });
      });
  }
});
