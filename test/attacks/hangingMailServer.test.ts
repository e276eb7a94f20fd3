import { once } from 'node:events';
import net from 'node:net';
import { expect } from 'chai';
import { PostFailed } from '../../contract/channel.ts';
import { openEmail } from '../../server/channels/email/emailChannel.ts';
import { createFailureLog } from '../../server/messages/deliveries/failureLog.ts';
import { aChannelHost } from '../support/channelHost.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useDeliveryStage } from '../messages/deliveries/deliveryStage.ts';

/** The mail server's reply to each line, until it goes silent. */
const SPEAKS = {
  'accepts a connection and says nothing': [],
  'stalls in the middle of a mail': ['220 hello', '250 hello', '250 go on', '250 go on', '354 go on'],
};
const WAIT_MS = 150;
const PEOPLE = ['ada', 'bob', 'eve', 'grace', 'tim'];

describe('a hanging mail server', () => {
  forEachDatabase((_, openUrl) => {
    const stage = useDeliveryStage(openUrl);
    let closers: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closers) await close();
      closers = [];
    });

    /** Directs mails to it from now on. */
    async function aServer(says: string[]): Promise<void> {
      const sockets = new Set<net.Socket>();
      const server = net.createServer((socket) => {
        sockets.add(socket);
        const left = [...says];
        const speak = () => void (left.length > 0 && socket.write(`${left.shift()!}\r\n`));
        speak();
        socket.on('data', speak).on('error', () => undefined);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const options = {
        smtpUrl: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
        smtp: { connections: 2, connectMs: WAIT_MS, answerMs: WAIT_MS },
        from: 'handback@sandbox.test',
      };
      const email = openEmail(options, aChannelHost({ now: stage.now }));
      stage.mail.post = (posting) => email.post(posting);
      closers.push(
        () => email.close!(),
        () => {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      );
    }

    for (const [what, says] of Object.entries(SPEAKS))
      it(`which ${what} causes one log line for all, and an error on each delivery`, async () => {
        await aServer(says);
        const request = await stage.ask('e', PEOPLE, { channels: ['mail'] });
        await stage.tick();
        expect(stage.logged).to.have.length(1);
        expect(stage.logged[0]).to.deep.include({ channel: 'mail', untold: 0 });
        expect(JSON.stringify(stage.logged), 'no stack')
          .to.include('does not answer')
          .and.not.match(/ at .*:\d+/);
        expect(stage.reported, 'and no error').to.deep.equal([]);
        for (const { state, error } of await stage.deliveries(request)) {
          expect(state).to.equal('queued');
          expect(error).to.match(/^The mail server does not answer: /);
        }
      });

    it('that exceeds our timeout causes a log line too', async () => {
      const hasty = stage.anotherLoop(20);
      const release = stage.mail.hold();
      const request = await stage.ask('e', PEOPLE, { channels: ['mail'] });
      await hasty.tick(stage.now());
      await hasty.idle();
      expect(stage.logged).to.have.length(1);
      expect(stage.logged[0]).to.include({ error: (await stage.deliveries(request))[0]!.error });
      expect(stage.logged[0])
        .to.have.property('error')
        .that.matches(/did not answer in time/);
      release();
      await hasty.stop();
    });

    it('is logged again after a minute, with the number of omitted lines; errors of single people never are', async () => {
      stage.mail.fails = ({ person }) => {
        throw new PostFailed(person === 'ada' ? 'Ada has no address.' : 'Later.', person === 'ada' ? null : 1000);
      };
      await stage.ask('e', ['ada'], { channels: ['mail'] });
      await stage.tick();
      expect(stage.logged).to.deep.equal([]);
      await stage.ask('f', ['bob', 'eve', 'tim'], { channels: ['mail'] });
      await stage.tick();
      await stage.after(60_000);
      expect(stage.logged.map((line) => (line as { untold: number }).untold)).to.deep.equal([0, 2]);
    });
  });

  it('is logged per channel', () => {
    const lines: object[] = [];
    const failures = createFailureLog({ warn: (details) => void lines.push(details) }, () => 0);
    for (const channel of ['email', 'teams', 'email']) failures.failed({ id: 'D', channel }, 'Busy.');
    expect(lines).to.deep.equal([
      { channel: 'email', delivery: 'D', error: 'Busy.', untold: 0 },
      { channel: 'teams', delivery: 'D', error: 'Busy.', untold: 0 },
    ]);
  });
});
