import { expect } from 'chai';
import type { JWTPayload } from 'jose';
import type { DeliveryView, RequestView } from '../../../contract/requests.ts';
import { useStage, type Stage, type StageOptions } from '../../scenarios/support.ts';
import { personalActivity } from './activity.ts';
import { startConnector, type ConnectorStandIn, type Said } from './connectorStandIn.ts';

export type { Said } from './connectorStandIn.ts';

/** The sandbox's people as Teams knows them: their key, which also names their conversation with the bot. */
export type Key = 'ada' | 'grace' | 'alan' | 'tim' | 'radia' | 'frances';

type Body = Record<string, unknown>;

/** The whole product with its bot, and a stand-in for Teams that calls it as Teams does. */
export interface TeamsStage extends Stage {
  connector: ConnectorStandIn;
  idOf(key: Key): string;
  /** What Teams sends for a person; `more` overrides the defaults. */
  activity(key: Key, more?: Body): Body;
  /** Posts it to the webhook, signed. @param claims replace the usual ones */
  call(activity: Body, claims?: JWTPayload): Promise<Response>;
  /** As above, with any authorization header. */
  callWith(activity: unknown, authorization: string | null, from?: string): Promise<Response>;
  /** The person opens the bot for the first time. */
  meet(...keys: Key[]): Promise<void>;
  write(key: Key, text: string): Promise<void>;
  /** Fills in a card and submits it; like Teams, merges the input with the button's payload. */
  submit(key: Key, copy: Said, fields?: Body, more?: Body): Promise<Response>;
  /** The conversation now: the newest state of each message, in order. */
  shown(key: Key): Said[];
  last(key: Key): Said;
  /** Asks in Teams, without waiting for anything. */
  askInTeams(human: Record<string, unknown>): Promise<string>;
  deliveryTo(key: Key, request: string): Promise<DeliveryView>;
}

export const NAMES: Record<Key, string> = {
  ada: 'ada@sandbox.test',
  grace: 'grace@sandbox.test',
  alan: 'alan@sandbox.test',
  tim: 'tim@sandbox.test',
  radia: 'radia@sandbox.test',
  frances: 'frances@sandbox.test',
};

export function useTeams(options: StageOptions = {}): TeamsStage {
  const config = { trustedProxies: ['127.0.0.1'], ...options.config };
  before(async () => void (stage.connector = await startConnector())); // stored addresses may name it
  const stage = useStage({ chats: true, ...options, config }) as TeamsStage;
  let count = 0;
  after(() => stage.connector?.stop());

  let calls = 0;
  /** Failures are counted per address; those of one test must not affect another. */
  const address = () => `192.0.2.${++calls % 250}`;
  const place = (key: Key) => `conversation-of-${key}`;
  const tenant = () => stage.product.sandbox.tenant;

  return Object.assign(stage, {
    idOf: (key: Key) => tenant().people.find((person) => person.key === key || person.mail === NAMES[key])!.id,

    activity(key: Key, more: Body = {}) {
      const from = { key, name: key, id: stage.idOf(key), tenantId: tenant().id, conversationId: place(key) };
      const to = { appId: stage.product.config.teamsAppId, serviceUrl: stage.connector.serviceUrl };
      return personalActivity(from, to, `from-teams-${++count}`, more);
    },

    async call(activity: Body, claims: JWTPayload = {}) {
      const now = Math.floor(Date.now() / 1000); // the verifying library uses the real clock
      const times = { iat: now, nbf: now, exp: now + 3600 };
      const { serviceUrl } = activity as { serviceUrl?: string };
      const token = await stage.product.sandbox.teams.sign({ serviceUrl }, { ...times, ...claims });
      return stage.callWith(activity, `Bearer ${token}`);
    },

    callWith: (activity: unknown, authorization: string | null, from = address()) =>
      fetch(`${stage.product.url}/api/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': from,
          ...(authorization !== null && { authorization }),
        },
        body: JSON.stringify(activity),
      }),

    async meet(...keys: Key[]) {
      for (const key of keys)
        await taken(stage.call(stage.activity(key, { type: 'installationUpdate', action: 'add' })));
    },
    write: (key: Key, text: string) => taken(stage.call(stage.activity(key, { text }))),

    submit(key: Key, copy: Said, fields: Body = {}, more: Body = {}) {
      const value = { ...submitOf(copy.card), ...fields };
      return stage.call(stage.activity(key, { value, replyToId: copy.activityId, ...more }));
    },

    shown(key: Key) {
      const said = stage.connector.in(place(key));
      return [...new Map(said.map((each) => [each.activityId, each])).values()];
    },
    last: (key: Key) => stage.shown(key).at(-1)!,

    askInTeams: (human: Record<string, unknown>) => stage.ask({ channels: ['teams'], ...human }),
    async deliveryTo(key: Key, request: string) {
      const { body } = await stage.ada.call<RequestView>('GET', `/requests/${request}`);
      return body.deliveries.find(({ person, channel }) => person.id === stage.idOf(key) && channel === 'teams')!;
    },
  });
}

async function taken(call: Promise<Response>): Promise<void> {
  const response = await call;
  expect(response.status, await response.text()).to.equal(200);
}

/** The payload of a card's first submit button. */
export function submitOf(card: unknown): Record<string, string> {
  const found = partsOf(card).find(({ type }) => type === 'Action.Submit');
  expect(found, 'a button that submits').to.not.equal(undefined);
  return found!['data'] as Record<string, string>;
}

/** Every object within a card, the outer ones first. */
export function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(partsOf);
  return Array.isArray(value) ? within : [value as Record<string, unknown>, ...within];
}

/** All the text of a card. */
export const textOf = ({ card, text }: Said): string =>
  card === null
    ? (text ?? '')
    : partsOf(card)
        .flatMap((part) => [part['text'], part['title'], part['label'], part['value'], part['url']])
        .filter((each) => typeof each === 'string')
        .join('\n');

export const hasForm = ({ card }: Said): boolean => partsOf(card).some(({ type }) => type === 'Action.Submit');

/** The indexer reads drives at its own pace. */
const OF_INDEXING = /^indexed_/;

/** All rows of all tables except the indexer's; a refused call must leave them unchanged. */
export async function everything({ services }: Stage): Promise<Record<string, unknown[]>> {
  const { reader } = services.ground;
  const tables = await reader<{ name: string; type: string }>('sqlite_master').where({ type: 'table' }).orderBy('name');
  const names = tables.map(({ name }) => name).filter((name) => !OF_INDEXING.test(name));
  const rows = await Promise.all(names.map(async (name) => [name, await reader<object>(name)] as const));
  return Object.fromEntries(rows);
}
