// npm run dev: the sandbox for developing Handback. The client hot-reloads and the server restarts when their sources
// change; the sandbox's identity provider, its mailbox and the database keep running.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { METRICS_PATH, PROBES } from '../../contract/routes.ts';
import { stopOnSignals } from '../../server/foundation/stopOnSignals.ts';
import { explainBusyPort } from '../ports.ts';
import { banner, startForEnvironment } from '../startUp.ts';
import { endWithServer } from './endWithServer.ts';
import { startRestartingServer, type RestartingServer } from './restartingServer.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const CLIENT = path.join(HOUSE, 'desktop/renderer');
const SERVER_SOURCES = ['contract', 'server', 'bot'].map((folder) => path.join(HOUSE, folder));
/** The paths that the server handles. All others are the client's, including its source folder `api`. */
const OF_SERVER = ['/api/', METRICS_PATH, ...PROBES];

async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const { surroundings, sandbox } = await startForEnvironment(env);
  const { publicUrl, port, host } = surroundings;
  const stops: (() => Promise<unknown>)[] = [sandbox.close];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  stopOnSignals(stop);
  try {
    const server = await startRestartingServer({ sandbox: sandbox.config, publicUrl }, (what) =>
      console.log(SAID[what]),
    );
    stops.push(server.close);
    const door = http.createServer();
    const client = await startClient(door, server);
    stops.push(client.close);
    door.listen(port, host);
    await once(door, 'listening').catch((error: unknown) => {
      throw explainBusyPort(error, 'Handback', port, 'PORT');
    });
    stops.push(async () => door.close().closeAllConnections());
    console.log(banner(sandbox, publicUrl));
  } catch (error) {
    await stop();
    throw error;
  }
}

const SAID = {
  restarted: 'The server runs with what has changed.',
  ended: 'The server did not start. It tries again with the next change.',
};

/** Starts Vite, which serves the client's sources and proxies the server. */
async function startClient(door: http.Server, server: RestartingServer): Promise<ViteDevServer> {
  const target = {
    target: `http://127.0.0.1:${server.port}`,
    bypass: ({ url }: http.IncomingMessage) => (isSourceOfClient(url!) ? url : undefined),
    configure: endWithServer,
  };
  const client = await createServer({
    configFile: path.join(HOUSE, 'desktop/vite.config.ts'),
    clearScreen: false,
    logLevel: 'warn',
    plugins: [besideServer(server)],
    server: {
      middlewareMode: { server: door },
      ws: { server: door },
      proxy: Object.fromEntries(OF_SERVER.map((address) => [address, target])),
    },
  });
  door.on('request', client.middlewares);
  return client;
}

const isSourceOfClient = (url: string): boolean =>
  existsSync(path.join(CLIENT, new URL(url, 'http://client').pathname));

/** Restarts the server when its sources change. Requests in the meantime wait instead of failing. */
const besideServer = (server: RestartingServer): Plugin => ({
  name: 'beside-server',
  configureServer({ watcher, middlewares }: ViteDevServer) {
    watcher.add(SERVER_SOURCES);
    watcher.on('all', (event, file) => {
      const isSource = SERVER_SOURCES.some((folder) => file.startsWith(folder + path.sep));
      if (isSource && !event.endsWith('Dir')) server.changed();
    });
    middlewares.use(({ url = '' }, _response, next) => {
      const isOfServer = OF_SERVER.some((address) => url.startsWith(address)) && !isSourceOfClient(url);
      void (isOfServer ? server.settled() : Promise.resolve()).then(() => next());
    });
  },
});

await main(process.env).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 1;
});
