import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { closeAtEnd } from '../../support/atEnd.ts';
import { until } from '../../support/until.ts';
import { clientConfig } from '../support/clientConfig.ts';
import { listening, startDesktopApp, type TestDesktopApp } from './desktopApp.ts';

describe('the server that the desktop app talks to', () => {
  let app: TestDesktopApp;
  beforeEach(async () => (app = await startDesktopApp(null, {}, { version: '1.2.3' })));
  afterEach(() => app.close());
  const choose = async (address: string) =>
    ((await app.electron.call('chooseServer', { address })) as { fault: string | null }).fault;

  it('is accepted if it is a Handback server, and remembered with the earlier ones', async () => {
    const sandbox = await startSandbox({ portBase: 0 });
    closeAtEnd(() => sandbox.close());
    let minimum = '1.2.3';
    const server = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...clientConfig(sandbox), minimumDesktopVersion: minimum }));
    });
    const url = await listening(server);
    expect(await choose(`${url}/#/somewhere`)).to.equal(null);
    const { servers } = (await app.electron.call('start', null)) as { servers: unknown };
    expect(servers).to.deep.equal({ current: url, known: [url], isFixed: false });
    minimum = '1.2.4';
    expect(await choose(url)).to.equal('too_new');
  });

  it('is refused if it redirects, sends garbage, has no valid certificate, or is down', async () => {
    const moved = http.createServer((_request, response) =>
      response.writeHead(301, { location: 'https://evil.test/' }).end(),
    );
    const rubbish = http.createServer((_request, response) => response.end('<html>hello</html>'));
    const huge = http.createServer((_request, response) => response.end(`{"mode":"${'x'.repeat(300_000)}"}`));
    const rude = net.createServer((socket) => socket.end('rubbish\r\n\r\n'));
    const { cert, key } = JSON.parse(readFileSync('test/fixtures/selfSigned.json', 'utf8')) as {
      cert: string;
      key: string;
    };
    const selfSigned = https.createServer({ cert, key }, (_request, response) => response.end('{}'));
    expect(await choose(await listening(moved))).to.equal('redirected');
    expect(await choose(await listening(rubbish))).to.equal('not_handback');
    expect(await choose(await listening(huge))).to.equal('not_handback');
    expect(await choose(await listening(rude))).to.equal('unreachable');
    expect(await choose((await listening(selfSigned)).replace('http:', 'https:'))).to.equal('certificate');
    expect(await choose('http://127.0.0.1:1')).to.equal('unreachable');
    expect(await app.electron.call('account', null)).to.have.property('account', null);
  });

  it("is the organisation's, whatever was chosen", async () => {
    const fixed = await startDesktopApp(null, { policy: { server: 'http://127.0.0.1:1' } });
    const { servers } = (await fixed.electron.call('start', null)) as { servers: unknown };
    expect(servers).to.deep.equal({ current: 'http://127.0.0.1:1', known: ['http://127.0.0.1:1'], isFixed: true });
    expect(await fixed.electron.call('chooseServer', { address: 'http://localhost:3000' })).to.deep.equal({
      fault: 'address',
    });
    await fixed.close();
    await until(() => fixed.electron.state.isQuit);
  });
});
