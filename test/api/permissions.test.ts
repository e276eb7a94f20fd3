import { expect } from 'chai';
import fc from 'fast-check';
import type { Chat } from '../../contract/chats.ts';
import { assign, done, listed, makeChat, user } from '../assignments/support.ts';
import { asking, HOUR_MS, notificationOf, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import type { Client, TestProductOptions } from '../support/product.ts';
import {
  addressOf,
  anyWorld,
  KEYS,
  personOf,
  principalOf,
  rowOf,
  tenant,
  type Key,
  type Row,
  type World,
} from './permissionTable.ts';

const RUNS = 2;

/** The ids of what a world is made of. */
interface Things {
  flow: string;
  execution: string;
  request: string;
  template: string;
  chat: string;
  assignment: string;
  sending: string;
  log: string | null;
}

interface Call {
  path: string;
  body?: unknown;
}

forEachDatabase((_, openUrl) =>
  describe('Every route and list', function () {
    this.timeout(120_000);
    const options: TestProductOptions = { sandboxOptions: { tenant } };
    before(async () => {
      options.databaseUrl = await openUrl();
    });
    const stage = useStage(options);
    const clients = {} as Record<Key, Client>;
    let count = 0;
    before(async () => {
      const { settings, live } = stage.services;
      await settings.set('authorGroupIds', [principalOf('legal').id], 'test');
      await live.refresh();
      for (const key of KEYS) clients[key] = await stage.product.as(personOf(key).mail!);
    });

    const succeeds = async <Body>(by: Client, method: string, path: string, body?: unknown): Promise<Body> => {
      const answer = await by.call<Body>(method, path, body);
      expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).to.be.within(200, 299);
      return answer.body;
    };

    async function makeFlow({ owners, readers, starters, starter, assignees }: World) {
      const flow = `flow-${++count}`;
      const users = assignees.map((key) => personOf(key).id);
      await publish(clients.ada, asking({ id: flow, human: { inputType: 'text', prompt: '?', assignees: { users } } }));
      const share = async (version: number, lists: object) =>
        succeeds(clients.ada, 'PUT', `/flows/${flow}/access`, { ...lists, version });
      await share(1, { owners: [principalOf('ada')], readers: [], starters: [principalOf(starter)] });
      const execution = await stage.product.run(clients[starter], flow);
      await stage.product.reached(clients[starter], execution, 'waiting');
      await share(2, {
        owners: owners.map(principalOf),
        readers: readers.map(principalOf),
        starters: starters === 'everyone' ? starters : starters.map(principalOf),
      });
      const request = `${execution}-ask`;
      const { promptTemplateId } = await notificationOf(stage.product, clients[assignees[0]!], request);
      return { flow, execution, request, template: promptTemplateId };
    }

    async function makeAssignment({ maker, usersBefore, users, assignee, delegate, state, isStarted }: World) {
      const by = clients[maker];
      const chat = await makeChat(by, { name: `Chat ${count}`, users: usersBefore.map(addressOf) });
      const { sending } = await assign(by, chat, {
        principals: [user(personOf(assignee).id)],
        allowDelegation: true,
        allowRejection: true,
        ...(state === 'expired' && { expiresAt: new Date(stage.now() + HOUR_MS).toISOString() }),
      });
      const holder = clients[assignee];
      const { id } = (await listed(holder)).find((each) => each.sendingId === sending.id)!;
      const log = isStarted ? (await done(holder, id, 'start')).logId : null;
      if (state === 'completed') await done(holder, id, 'complete');
      if (state === 'declined') await done(holder, id, 'decline', { reason: 'No' });
      if (state === 'delegated') await done(holder, id, 'delegate', { to: personOf(delegate).id });
      if (state === 'cancelled') await done(by, id, 'cancel', { reason: 'revoked' });
      await succeeds(by, 'PUT', `/chats/${chat.id}`, { name: 'Changed', users: users.map(addressOf) });
      if (state === 'expired') stage.advance(2 * HOUR_MS);
      return { chat: chat.id, sending: sending.id, assignment: id, log };
    }

    /** A call of each route that passes every other check, or changes nothing if it does. */
    function callsOf(world: World, it: Things): Record<string, Call> {
      const draft = asking({ id: it.flow, human: { inputType: 'text', prompt: '?', assignees: { starter: true } } });
      const lists = { owners: [principalOf('ada')], readers: [], starters: [] };
      return {
        'GET flow': { path: `/flows/${it.flow}` },
        'GET flow/access': { path: `/flows/${it.flow}/access` },
        'GET flow/versions': { path: `/flows/${it.flow}/versions` },
        'PUT flow': { path: `/flows/${it.flow}`, body: { ...draft, version: 99 } },
        'PUT flow/access': { path: `/flows/${it.flow}/access`, body: { ...lists, version: 99 } },
        'POST flow/retire': { path: `/flows/${it.flow}/retire` },
        'POST flow/restore': { path: `/flows/${it.flow}/restore` },
        'POST flow/executions': { path: `/flows/${it.flow}/executions`, body: { variables: { unknown: 1 } } },
        'GET execution': { path: `/executions/${it.execution}` },
        'POST execution/retry': { path: `/executions/${it.execution}/retry` },
        'GET request': { path: `/requests/${it.request}` },
        'POST request/nudge': { path: `/requests/${it.request}/nudge` },
        'GET request/unanswered': { path: `/requests/${it.request}/unanswered` },
        'GET template': { path: `/prompts/${it.template}` },
        'PATCH notification/read': { path: `/user/notifications/${it.request}/read` },
        'GET chat': { path: `/chats/${it.chat}` },
        'GET chat/versions': { path: `/chats/${it.chat}/versions` },
        'GET chat/versions/1': { path: `/chats/${it.chat}/versions/1` },
        'GET chat/messages': { path: `/chats/${it.chat}/messages` },
        'PUT chat': { path: `/chats/${it.chat}`, body: { name: 'No', users: [], version: 99 } },
        'POST chat/retire': { path: `/chats/${it.chat}/retire` },
        'POST chat/restore': { path: `/chats/${it.chat}/restore` },
        'GET assignment': { path: `/assignments/${it.assignment}` },
        'GET sending': { path: `/sendings/${it.sending}` },
        ...(it.log !== null && {
          'GET log': { path: `/logs/${it.log}` },
          'GET log/messages': { path: `/logs/${it.log}/messages` },
        }),
      };
    }

    const LISTS: Record<string, (it: Things) => string | null> = {
      '/flows': ({ flow }) => flow,
      '/executions': ({ execution }) => execution,
      '/user/notifications': ({ request }) => request,
      '/user/requests': ({ request }) => request,
      '/chats': ({ chat }) => chat,
      '/assignments': ({ assignment }) => assignment,
      '/assignments?direction=outbound': ({ assignment }) => assignment,
      '/sendings': ({ sending }) => sending,
      '/logs': ({ log }) => log,
    };

    /** All ids in a list. */
    async function idsIn(client: Client, list: string): Promise<string[]> {
      if (list === '/user/notifications') return (await stage.product.inbox(client)).map(({ id }) => id);
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const from: string = `${list}${list.includes('?') ? '&' : '?'}limit=20${cursor && `&cursor=${cursor}`}`;
        const { items, nextCursor }: { items: { id: string }[]; nextCursor: string | null } = await succeeds(
          client,
          'GET',
          from,
        );
        ids.push(...items.map(({ id }) => id));
        cursor = nextCursor;
      }
      return ids;
    }

    async function found(world: World, it: Things, who: Key): Promise<Row> {
      const client = clients[who];
      const answers: Row['answers'] = {};
      for (const [route, { path, body }] of Object.entries(callsOf(world, it))) {
        const { status, body: said } = await client.call(route.split(' ')[0]!, path, body);
        expect(status, `${route} ${JSON.stringify(said)}`).to.be.below(500);
        answers[route] = status === 403 || status === 404 ? status : 'in';
      }
      const lists: Row['lists'] = {};
      for (const [list, idOf] of Object.entries(LISTS))
        if (idOf(it) !== null) lists[list] = (await idsIn(client, list)).includes(idOf(it)!);
      const chat = (await client.call<Chat>('GET', `/chats/${it.chat}`)).body;
      return { answers, lists, seesUsers: 'users' in chat };
    }

    it('admits exactly those that the table names, whoever they are', async () => {
      await fc.assert(
        fc.asyncProperty(anyWorld, async (world) => {
          const it: Things = { ...(await makeFlow(world)), ...(await makeAssignment(world)) };
          for (const who of KEYS) expect(await found(world, it, who), who).to.deep.equal(rowOf(world, who));
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    });
  }),
);
