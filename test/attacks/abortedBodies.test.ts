import net from 'node:net';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { useStage } from '../scenarios/support.ts';
import { until } from '../support/until.ts';

interface Line {
  level: number;
  msg: string;
  err?: unknown;
  path?: string;
}

const WARN = 40;
const TIMES = 25;

describe('attack: aborted request bodies', () => {
  const lines: Line[] = [];
  const stage = useStage({
    chats: true,
    config: { logLevel: 'debug' },
    logTo: { write: (line: string) => void lines.push(JSON.parse(line) as Line) },
  });
  const gone = () => lines.filter(({ msg }) => msg === 'a client disconnected before it had sent everything');

  it('leave at most one debug line each: no error, no stack', async () => {
    const request = await stage.ask({
      inputType: 'form',
      prompt: 'Well?',
      assignees: { users: ['grace@sandbox.test'] },
      variables: [{ name: 'paper', type: 'file' }],
    });
    const token = await stage.product.sandbox.tokenFor('grace@sandbox.test');
    const json = 'application/json';
    const calls: [path: string, type: string][] = [
      [`/user/notifications/${request}/respond`, json],
      ['/chats', json],
      ['/flow/external-response', 'application/x-www-form-urlencoded'],
      ['/messages', json],
      ['/slack/events', json],
      [`/files?requestId=${request}&variable=paper&name=a.txt`, 'text/plain'],
    ];
    lines.length = 0;
    let times = 0;
    const abort = ([path, type]: [string, string]) => (times++, breakOff(stage.product.url, path, type, token));
    for (const call of calls) await Promise.all(Array.from({ length: TIMES }, () => abort(call)));

    const told = calls.filter(([path]) => !path.startsWith('/flow/external-response')); // it logs from warnings on
    const isTold = ([path]: [string, string]) => gone().some((line) => `/api${path}`.startsWith(line.path!));
    // a client that disconnects before anything is read leaves not even that: on a busy machine all of them may
    for (const call of told) await until(async () => isTold(call) || (await abort(call), isTold(call)));
    await setTimeout(200);
    const loud = lines.filter(({ level, err }) => level >= WARN || err !== undefined);
    expect(loud, JSON.stringify(loud[0])).to.deep.equal([]);
    expect(gone().length).to.be.at.most(times);
    for (const { path } of gone()) expect(path).to.match(/^\/api\/[\w/-]+$/);
  });
});

/** Announces more than it sends, and disconnects once the server has begun to read. */
async function breakOff(url: string, path: string, type: string, token: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [`POST /api${path} HTTP/1.1`, `host: ${hostname}`, `authorization: Bearer ${token}`];
  socket.write([...head, `content-type: ${type}`, 'content-length: 5000', '', '{"half":'].join('\r\n'));
  await setTimeout(100);
  socket.destroy();
  await once(socket, 'close');
}
