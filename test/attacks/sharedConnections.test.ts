import net from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import fc from 'fast-check';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';
import { answersIn, sendRaw } from './rawConnection.ts';

const RUNS = Number(process.env['CONNECTION_RUNS'] ?? 40);
const LAST = 'GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
const GARBAGE = '\u0001 no request\r\n\r\n';

const BODY = 'content-type: application/json\r\n';
/** Refused before its body is read. */
const refused = (length: number, sent: string) =>
  `POST /api/chats HTTP/1.1\r\nhost: x\r\n${BODY}content-length: ${length}\r\n\r\n${sent}`;

describe('requests on one connection', () => {
  let product: TestProduct;
  let ada: Client;
  let token: string;
  before(async () => {
    product = await startProduct({ withLoops: false, patience: { headMs: 1500, requestMs: 1500, lingerMs: 300 } });
    ada = await product.as('ada@sandbox.test');
    token = await product.sandbox.tokenFor('ada@sandbox.test');
    await made();
  });
  after(() => product?.close());

  const made = async (): Promise<string[]> => {
    const { body } = await ada.call<{ items: { name: string }[] }>('GET', '/chats');
    return body.items.map(({ name }) => name);
  };
  const namesIn = (answers: { status: number; body: string }[]) =>
    answers.filter(({ status }) => status === 201).map(({ body }) => (JSON.parse(body) as { name: string }).name);
  const authorization = () => `authorization: Bearer ${token}\r\n`;
  let count = 0;
  const newName = () => `Chat ${++count}`;
  function make(name: string, more = ''): string {
    const body = JSON.stringify({ name, instructions: 'x' });
    return `POST /api/chats HTTP/1.1\r\nhost: x\r\n${authorization()}${BODY}${more}content-length: ${body.length}\r\n\r\n${body}`;
  }

  for (const [behind, more, statuses] of [
    ['bytes that are no request', '', [201, 400]],
    ['bytes behind the last request', 'connection: close\r\n', [201]],
  ] as const)
    it(`are answered although they are followed by ${behind}`, async () => {
      const name = newName();
      const answers = answersIn(await sendRaw(product.product.app.server, [make(name, more) + GARBAGE]));
      expect(answers.map(({ status }) => status)).to.deep.equal(statuses);
      expect(namesIn(answers)).to.deep.equal([name]);
    });

  for (const [what, pieces] of [
    ['at once', [refused(5, 'x'.repeat(5))]],
    ['while the rest of the refused one still arrives', [refused(50_000, 'x'), 'x'.repeat(49_999)]],
  ] as const)
    it(`do not begin after an answer that closes the connection, sent ${what}`, async () => {
      const name = newName();
      const sent = [...pieces.slice(0, -1), pieces.at(-1)! + make(name)];
      const answers = answersIn(await sendRaw(product.product.app.server, sent, { staysOpen: true }));
      expect(answers.map(({ status }) => status)).to.deep.equal([401]);
      expect(await made()).to.not.include(name);
    });

  it('leave an answer alone that has begun', async () => {
    const client = net.connect({ port: Number(new URL(product.url).port), host: '127.0.0.1' });
    let received = '';
    client.on('data', (data) => (received += String(data)));
    client.write(`GET /api/events HTTP/1.1\r\nhost: x\r\n${authorization()}\r\n`);
    while (!received.includes('heartbeat')) await once(client, 'data');
    const failed = once(product.product.app.server, 'clientError');
    client.write(GARBAGE);
    await failed;
    await ada.call('GET', '/me');
    client.destroy();
    expect(received).to.not.include('HTTP/1.1 400');
  });

  it('let a client that keeps sending read why they cannot be read', async () => {
    const folded = 'GET /livez HTTP/1.1\r\nhost: x\r\nx-one: 1\r\n two\r\n\r\n';
    const [answer] = answersIn(
      await sendRaw(product.product.app.server, [folded, ...Array<string>(30).fill('x'.repeat(50_000))]),
    );
    expect(answer!.status).to.equal(400);
  });

  const oneOf = fc.oneof(
    { weight: 6, arbitrary: fc.constant('make') },
    { weight: 1, arbitrary: fc.constantFrom('makeLast', 'refused', 'refusedEarly', 'unknown', 'address', 'garbage') },
    { weight: 1, arbitrary: fc.constantFrom('brokenBody', 'shortBody', 'reads') },
  );
  const GOES_ON = ['make', 'address', 'reads'];

  it('have an effect exactly if their answer says so, whatever else is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(oneOf, { maxLength: 6 }), fc.array(fc.nat(2000)), async (kinds, cuts) => {
        const names = kinds.map(newName);
        const text: Record<string, (n: number) => string> = {
          make: (n) => make(names[n]!),
          makeLast: (n) => make(names[n]!, 'connection: close\r\n'),
          refused: () => refused(5, 'x'.repeat(5)),
          refusedEarly: () => refused(3000, 'x'.repeat(3000)),
          unknown: () => refused(4, '{  }').replace('/api/chats', '/api/nothing'),
          address: () => 'GET /%zz HTTP/1.1\r\nhost: x\r\n\r\n',
          garbage: () => GARBAGE,
          brokenBody: (n) => `${make(names[n]!).replace(/content-length: .*/, 'transfer-encoding: chunked')}zz`,
          shortBody: (n) => make(names[n]!).slice(0, -1),
          reads: () => `GET /api/me HTTP/1.1\r\nhost: x\r\n${authorization()}\r\n`,
        };
        const whole = kinds.map((kind, n) => text[kind]!(n)).join('') + LAST;
        const at = [0, ...cuts.map((cut) => cut % whole.length).sort((one, other) => one - other), whole.length];
        const pieces = at.slice(1).map((end, n) => whole.slice(at[n], end));
        const answers = answersIn(await sendRaw(product.product.app.server, pieces));
        const sure = kinds.findIndex((kind) => !GOES_ON.includes(kind));
        const certain = names.filter((_, n) => kinds[n] === 'make' && (sure < 0 || n < sure));
        const stored = await made();
        expect(namesIn(answers)).to.deep.equal(names.filter((name) => stored.includes(name)));
        expect(namesIn(answers).slice(0, certain.length)).to.deep.equal(certain);
        expect(answers.findIndex(({ closes }) => closes)).to.equal(answers.length - 1);
      }),
      { numRuns: RUNS },
    );
  }).timeout(10_000 * RUNS);
});
