import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { ClientConfig } from '../../contract/client.ts';
import { runToEnd, type Ended } from './runToEnd.ts';
import { until } from './until.ts';

const GUID = '11111111-1111-4111-8111-111111111111';

/** Required production settings, and those of each channel. None of the services is called before a person visits. */
const SETTINGS = {
  TENANT_ID: GUID,
  CLIENT_ID: GUID,
  DIRECTORY_CLIENT_ID: GUID,
  DIRECTORY_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://ask.example.com',
  HOST: '127.0.0.1',
  PORT: '0',
  SMTP_URL: 'smtp://localhost:2525',
  MAIL_FROM: 'ask@example.com',
  TEAMS_APP_ID: GUID,
  TEAMS_APP_PASSWORD: 'secret',
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_SIGNING_SECRET: 'a long secret',
};

/** An installation of the product, with its operators' commands. */
export interface Install {
  run(script: string): Promise<Ended>;
  serve(): Promise<{ url: string; end(): Promise<void> }>;
}

/** @param more environment variables in addition to a tenant's settings */
export function installAt(root: string, more: NodeJS.ProcessEnv = {}): Install {
  const { HOME } = process.env;
  const env = { HOME, PATH: pathOutside(), ...SETTINGS, DATA_DIR: path.join(root, '.data'), ...more };
  const options = { cwd: root, env, detached: true };
  return {
    run: (script) => runToEnd('npm', ['run', '--silent', script], options),
    async serve() {
      const child = spawn('npm', ['run', '--silent', 'serve'], options);
      const over = once(child, 'close');
      let said = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)));
      const urlSaid = () => /^Handback serves (\S+)$/m.exec(said)?.[1];
      await until(() => urlSaid() !== undefined || child.exitCode !== null, 60_000);
      const url = urlSaid();
      if (url === undefined) throw new Error(`it does not serve: ${said}`);
      const end = async () => {
        process.kill(-child.pid!, 'SIGKILL'); // npm, its shell and the server, because the shell would swallow any other signal
        await over;
      };
      return { url, end };
    },
  };
}

/** Makes the first calls of a load balancer and a browser, and expects every channel to be there. */
export async function expectFirstVisit(url: string): Promise<void> {
  const page = await fetch(`${url}/`);
  const [, script] = /<script [^>]*src="\.(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
  const others = await Promise.all(['/livez', '/readyz', `${script}`].map((asked) => fetch(url + asked)));
  const config = ClientConfig.parse(await (await fetch(`${url}/api/client-config`)).json());
  expect([page, ...others].map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
  expect(config.features.channels).to.have.members(['email', 'teams', 'slack']);
}

/** The search path without this checkout's own commands. */
const pathOutside = (): string =>
  process.env['PATH']!.split(path.delimiter)
    .filter((folder) => !folder.endsWith(path.join('node_modules', '.bin')))
    .join(path.delimiter);
