// cspell:ignore agentsplayground TEAMSAPPTESTER
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tenant, TenantPerson } from '../tenant.ts';

export interface PlaygroundOptions {
  tenant: Tenant;
  person: TenantPerson;
  /** The playground's target for the person's activities. */
  endpoint: string;
  /** Listens on all network interfaces; the playground has no other mode. */
  port: number;
}

export interface Playground {
  url: string;
  /** Resolves when the process ends, for any reason. */
  ended: Promise<void>;
  close(): Promise<void>;
}

const CLI = fileURLToPath(import.meta.resolve('@microsoft/m365agentsplayground/cli.js'));
const START_WITHIN_MS = 60_000;
/** The exact number of other people that the playground requires. */
const OTHERS = 5;

/** Ends the playground if its parent process is killed. */
const END_WITH_PARENT = `data:text/javascript,${encodeURIComponent("process.on('disconnect', () => process.exit())")}`;

/** `userPrincipleName` is the playground's spelling. */
const account = ({ key, id, displayName, givenName, surname, userPrincipalName, mail }: TenantPerson) => ({
  id: `29:${key}`,
  name: displayName,
  userPrincipleName: userPrincipalName,
  aadObjectId: id,
  givenName,
  surname,
  email: mail ?? userPrincipalName,
});

/** The playground's configuration: the person is signed in, and some others can be mentioned. */
export function playgroundConfig(tenant: Tenant, person: TenantPerson): Record<string, unknown> {
  const others = tenant.people.filter((other) => other !== person && !other.isGenerated);
  return {
    version: '0.1.1',
    tenantId: tenant.id,
    bot: { id: `28:${tenant.registrations.bot.clientId}`, name: 'Handback' },
    currentUser: account(person),
    users: others.slice(0, OTHERS).map(account),
    personalChat: { id: `a:${person.key}` },
    groupChat: { id: `group-${person.key}`, name: 'Group chat' },
    team: {
      id: 'team',
      name: tenant.displayName,
      aadGroupId: tenant.groups[0]?.id,
      channels: [{ id: 'general', name: 'Announcements' }],
    },
  };
}

function launch(folder: string, { endpoint, port }: PlaygroundOptions): ChildProcess {
  const options = ['-e', endpoint, '-c', 'msteams', '-p', String(port), '--disable-telemetry'];
  return spawn(process.execPath, ['--import', END_WITH_PARENT, CLI, 'start', ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      TEAMSAPPTESTER_BROWSER: 'none',
      SEND_INSTALLATION_ACTIVITY: 'true',
      M365_AGENTS_PLAYGROUND_CONFIG_PATH: path.join(folder, 'playground.yml'),
      M365_AGENTS_PLAYGROUND_LOGFILE: path.join(folder, 'playground.log'),
    },
  });
}

/** The port it reports: a different one if the wanted one is taken. Null if it ends before. */
function listeningPort(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    let said = '';
    child.stdout!.on('data', (data) => {
      const [, port] = /Listening on (\d+)/.exec((said += String(data))) ?? [];
      if (port) resolve(Number(port));
    });
    child.once('close', () => resolve(null));
    child.once('error', () => resolve(null));
    setTimeout(() => resolve(null), START_WITHIN_MS).unref();
  });
}

/**
 * Starts an Agents Playground in which this person is signed in to Teams. It contacts the bot when its page is opened.
 * @throws Error with one line if the port is taken or it does not start
 */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { tenant, person, port } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'handback-teams-'));
  await writeFile(path.join(folder, 'playground.yml'), JSON.stringify(playgroundConfig(tenant, person)));
  const child = launch(folder, options);
  child.stderr!.resume();
  const ended = once(child, 'close').then(
    () => undefined,
    () => undefined,
  );
  const close = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };

  const found = await listeningPort(child);
  const url = `http://localhost:${port}`;
  // it reports listening before it reads its configuration
  if (found === port && (await fetch(url).catch(() => null))) return { url, ended, close };
  const log = await readFile(path.join(folder, 'playground.log'), 'utf8').catch(() => '');
  await close();
  if (found !== null && found !== port)
    throw new Error(`Port ${port} for the Teams of ${person.displayName} is taken. Stop what uses it.`);
  throw new Error(`The Agents Playground did not start: ${/Reason: (.*)/.exec(log)?.[1] ?? 'it does not say why'}`);
}
