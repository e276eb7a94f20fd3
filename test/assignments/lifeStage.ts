import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import type { TenantPerson } from '../../sandbox/tenant.ts';
import type { DatabaseName, OpenUrl } from '../support/databases.ts';
import { findUnheld } from '../../server/flow/leaseStore.ts';
import { clientOf, startProduct, type Answered, type TestProduct } from '../support/product.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const YEARS_OF_TOKENS = 20;
const LEASE_MS = 30_000;
/** What one server woke, another one continues as soon as it hears of it; it never does if one of them died. */
const [SIGNAL_TRIES, SIGNAL_LOOK_MS] = [50, 10];
const KEY = '3'.repeat(64);

/** When a server dies: after so many units, with or without the last one stored. */
export interface Death {
  units: number;
  isLastStored: boolean;
}

class Dead extends Error {}

/** A server whose units fail from the moment of its death. Nobody hears of the last one, stored or not. */
export interface LifeServer extends TestProduct {
  die(death: Death): void;
  isDead(): boolean;
  /** Forgets a death that has not come yet. */
  live(): void;
}

function mortal(product: TestProduct): LifeServer {
  const units = product.product.services.ground.units;
  const alive = units.run;
  let left = Infinity;
  let isLastStored = false;
  units.run = async (work) => {
    if (left < 0) throw new Dead('the server is dead');
    if (left-- > 0) return alive(work);
    if (isLastStored)
      await alive((unit) => work({ ...unit, afterCommit() {}, commitBehind() {} })).catch(() => undefined);
    throw new Dead('the server has died');
  };
  return Object.assign(product, {
    die(death: Death) {
      if (left !== Infinity) return;
      left = death.units;
      isLastStored = death.isLastStored;
    },
    isDead: () => left < 0,
    live() {
      if (left >= 0) left = Infinity;
    },
  });
}

/** A person of one run, who calls any server. */
export interface LivePerson {
  key: string;
  id: string;
  mail: string;
  call<Body = Record<string, unknown>>(
    server: number,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answered<Body>>;
  /** A text from the first server. */
  text(path: string): Promise<string>;
}

export interface LifeStage {
  servers: LifeServer[];
  sandbox: Sandbox;
  /** What the servers logged as errors. */
  errors: string[];
  now(): number;
  /** Moves the wall clock; the steady one only goes forward. */
  pass(ms: number): void;
  /** The loops of flows, questions and assignments of a server do what is due. */
  tick(server: number): Promise<void>;
  /** Waits until no flow runs. */
  settle(): Promise<void>;
  /** Starts another server in the place of each dead one. */
  replaceDead(): Promise<boolean>;
  newPerson(): Promise<LivePerson>;
  ada(): Promise<LivePerson>;
}

let count = 0;

function aTenantPerson(domain: string): TenantPerson {
  const n = ++count;
  const key = `life${n}`;
  const mail = `${key}@${domain}`;
  const nothing = { officeLocation: null, companyName: null, employeeId: null, mobilePhone: null };
  return {
    ...nothing,
    ...{ key, id: `71000000-0000-4000-8000-${String(n).padStart(12, '0')}`, displayName: `Life ${n}` },
    ...{ givenName: 'Life', surname: String(n), userPrincipalName: mail, mail, jobTitle: null, department: null },
    ...{ businessPhones: [], preferredLanguage: null, manager: null, appRoles: [], guestOf: null, isGenerated: true },
  };
}

/** One server on SQLite, two on PostgreSQL. */
export function useLifeStage(database: DatabaseName, openUrl: OpenUrl): LifeStage {
  let at = Date.UTC(2026, 0, 1, 8);
  /** The tenant's clock never steps back: it would refuse its own tokens. */
  let latest = at;
  let steadyAt = 1e9;
  const now = () => at;
  let databaseUrl = '';
  const stage = { servers: [] as LifeServer[], errors: [] as string[] } as LifeStage;
  const start = async () =>
    mortal(
      await startProduct({
        ...{ sandbox: stage.sandbox, databaseUrl, withLoops: false, now, steady: () => steadyAt, leaseMs: LEASE_MS },
        config: { key: KEY, drainMs: 0 },
        logTo: {
          write(line: string) {
            if (/"level":(50|60|"error")/.test(line)) stage.errors.push(line);
          },
        },
      }),
    );
  before(async function () {
    this.timeout(60_000);
    stage.sandbox = await startSandbox({
      portBase: 0,
      now: () => latest,
      lifetimeSeconds: YEARS_OF_TOKENS * 365 * 24 * 3600,
    });
    databaseUrl = await openUrl();
    stage.servers.push(await start());
    if (database === 'PostgreSQL') stage.servers.push(await start());
  });
  after(async () => {
    await Promise.all(stage.servers.map((server) => server.close()));
    await stage.sandbox?.close();
  });

  async function personOf({ key, id, mail }: Pick<TenantPerson, 'key' | 'id' | 'mail'>): Promise<LivePerson> {
    const token = await stage.sandbox.tokenFor(id);
    return {
      ...{ key, id, mail: mail! },
      call: (server, method, to, body, headers) =>
        clientOf(stage.servers[server % stage.servers.length]!.url, token).call(method, to, body, headers),
      async text(to) {
        const response = await fetch(`${stage.servers[0]!.url}/api${to}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return response.text();
      },
    };
  }

  const runsEnded = async () => {
    for (const { product } of stage.servers) await product.services.work.engine.settled();
  };
  const isSomethingWoken = async () =>
    (await findUnheld(stage.servers[0]!.product.services.ground.reader, 0, 1)).length > 0;

  return Object.assign(stage, {
    now,
    pass(ms: number) {
      at += ms;
      latest = Math.max(latest, at);
      steadyAt += Math.max(0, ms);
    },
    async tick(server: number) {
      const { assigned, engine, broker } = stage.servers[server % stage.servers.length]!.product.services.work;
      const loops = [...assigned.loops, ...engine.loops, ...broker.loops].filter(
        (loop) => loop.nextDueAt() <= steadyAt,
      );
      await Promise.all(
        loops.map((loop) => loop.tick(at, steadyAt).catch((error: unknown) => void stage.errors.push(String(error)))),
      );
    },
    async settle() {
      await runsEnded();
      for (let tries = 0; tries < SIGNAL_TRIES && (await isSomethingWoken()); tries++) await sleep(SIGNAL_LOOK_MS);
      await runsEnded();
    },
    async replaceDead() {
      const dead = stage.servers.filter((server) => server.isDead());
      for (const server of dead) {
        const { engine } = server.product.services.work;
        engine.close = async () => engine.handOver(); // a dead one hands nothing over
        await server.close();
        stage.servers[stage.servers.indexOf(server)] = await start();
      }
      return dead.length > 0;
    },
    async newPerson() {
      const person = aTenantPerson(stage.sandbox.tenant.domain);
      stage.sandbox.tenant.people.push(person);
      return personOf(person);
    },
    ada: () => personOf(stage.sandbox.tenant.people.find(({ mail }) => mail === 'ada@sandbox.test')!),
  });
}
