import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually } from '../support/product.ts';
import { flow } from './flows.ts';

describe('A call whose execution has ended', () => {
  const sockets: Socket[] = [];
  const config: { allowedPrivateHosts: string[] } = { allowedPrivateHosts: [] };
  let silent: Server;
  let called = 0;

  before(async () => {
    silent = createServer((socket) => {
      sockets.push(socket.on('error', () => undefined).on('data', () => void called++));
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    config.allowedPrivateHosts.push(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
  });
  after(() => {
    sockets.forEach((socket) => socket.destroy());
    silent.close();
  });
  beforeEach(() => void (called = 0));

  const call = (): [string, { method: string; url: string; json: string; timeout: string }] => [
    'http',
    { method: 'POST', url: `http://${config.allowedPrivateHosts[0]}/`, json: '1', timeout: 'PT30S' },
  ];
  /** Soon: long before the call gives up by itself. */
  const soon = <T>(look: () => Promise<T | undefined>) => eventually(look, 15_000);
  const whenLeft = () => soon(async () => sockets.find(({ destroyed }) => !destroyed) === undefined || undefined);
  const whenCalled = () => soon(async () => called > 0 || undefined);

  forEachDatabase((_name, openUrl) => {
    const stage = useStage({ openUrl, config });

    it('is ended when the execution is cancelled', async () => {
      const definition = flow({ start: 'start', call: call(), end: 'end' }, ['start > call > end']);
      const id = await stage.product.run(stage.ada, await publish(stage.ada, { ...definition, id: 'cancelled' }));
      await whenCalled();
      expect((await stage.ada.call('POST', `/executions/${id}/cancel`)).status).to.equal(200);
      await whenLeft();
      const { status, timeline } = await stage.product.execution(stage.ada, id);
      expect([status, timeline.map((step) => `${step.nodeId} ${step.status}`)]).to.deep.equal([
        'cancelled',
        ['start completed', 'call cancelled'],
      ]);
    });

    it('is ended when another branch fails, so that the execution does not wait for it', async () => {
      const definition = flow(
        {
          start: 'start',
          fork: 'parallel',
          call: call(),
          wrong: ['http', { url: `http://${config.allowedPrivateHosts[0]}/{{ ".." }}/x` }],
          join: 'join',
          end: 'end',
        },
        ['start > fork > call > join > end', 'fork > wrong > join'],
      );
      const id = await stage.product.run(stage.ada, await publish(stage.ada, { ...definition, id: 'branches' }));
      const failed = await soon(async () => {
        const view = await stage.product.execution(stage.ada, id);
        return view.status === 'failed' ? view : undefined;
      });
      expect(failed.error).to.deep.include({ code: 'http_bad_url', nodeId: 'wrong' });
      expect(failed.timeline.map((step) => `${step.nodeId} ${step.status}`)).to.not.include('call failed');
      await whenLeft();
    });
  });
});
