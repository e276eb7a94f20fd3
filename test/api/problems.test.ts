import net from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { PROBLEMS } from '../../server/foundation/errors.ts';
import type { Problem } from '../../contract/problem.ts';
import { asking, expectProblem, respond, useStage } from '../scenarios/support.ts';

interface Described {
  paths: Record<string, { get?: { parameters?: { name: string; schema?: { format?: string } }[] } }>;
}

describe('the response to bad input (behaviour 7)', () => {
  const stage = useStage();
  const fieldsOf = async (method: string, path: string, body?: unknown) =>
    Object.keys(expectProblem(await stage.ada.call(method, path, body), 422, 'validation_failed').fields!);

  const raw = async (
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> } = {},
  ) => {
    const authorization = `Bearer ${await stage.product.sandbox.tokenFor('ada@sandbox.test')}`;
    const response = await fetch(`${stage.product.url}/api${path}`, {
      method,
      ...init,
      headers: { authorization, ...init.headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Problem };
  };
  const json = { 'content-type': 'application/json' };

  it('names the wrong field, also one that is unknown, or is called like a built-in property', async () => {
    expect(await fieldsOf('POST', '/chats', { name: 'x', owner: 'me', colour: 'red' })).to.deep.equal([
      'owner',
      'colour',
    ]);
    expect(await fieldsOf('POST', '/chats', { name: 'x', constructor: 1, toString: 2 })).to.have.members([
      'constructor',
      'toString',
    ]);
    expect(await fieldsOf('POST', '/chats', { name: 5, users: ['x', 'ada@sandbox.test', 'y'] })).to.deep.equal([
      'name',
      'users.0',
      'users.2',
    ]);
    expect(await fieldsOf('GET', '/flows?limit=0&order=up')).to.deep.equal(['limit', 'order']);
    expect(await fieldsOf('POST', '/chats', 'a text')).to.deep.equal(['body']);
    expect(await fieldsOf('POST', '/chats')).to.deep.equal(['body']);
  });

  it('names the expected type by its JSON name', async () => {
    const wrong: [path: string, body: unknown, field: string][] = [
      ['/flows/check', [], 'body'],
      ['/flows/try', { definition: 5 }, 'definition'],
      ['/flows/try', { definition: {}, variables: [] }, 'variables'],
    ];
    for (const [path, body, field] of wrong) {
      const { fields, checks } = expectProblem(await stage.ada.call('POST', path, body), 422, 'validation_failed');
      expect(fields![field], path).to.equal('Enter an object.');
      expect(checks![field]!.values, path).to.deep.equal({ expected: 'object' });
    }
  });

  it('names the field that says which of several shapes is meant', async () => {
    const given = async (ask: unknown) => {
      const answer = await stage.ada.call('POST', '/flows/try', { definition: {}, given: { ask } });
      return expectProblem(answer, 422, 'validation_failed').checks;
    };
    const options = 'answer, output, failure';
    expect(await given({ answer: 'Yes' })).to.deep.equal({ 'given.ask.kind': { id: 'missing', values: {} } });
    expect(await given({ kind: 'yes' })).to.deep.equal({ 'given.ask.kind': { id: 'notOneOf', values: { options } } });
  });

  it('tells what is wrong with the intended shape, if several are possible', async () => {
    const request = await stage.ask({ inputType: 'text', prompt: '?', assignees: { users: ['ada@sandbox.test'] } });
    const wrong: [unknown, string][] = [
      [{ values: {}, note: 5 }, 'note'],
      [{ values: {}, extra: 5 }, 'extra'],
      [{ note: 'x' }, 'values'],
      [5, 'body'],
      ['x'.repeat(20_001), 'body'],
    ];
    for (const [body, field] of wrong) {
      const { fields } = expectProblem(await respond(stage.ada, request, body), 422, 'validation_failed');
      expect(Object.keys(fields!), JSON.stringify(body).slice(0, 80)).to.deep.equal([field]);
    }
  });

  it('is 400 if it cannot be parsed', async () => {
    const deep = `${'['.repeat(21)}${']'.repeat(21)}`;
    for (const body of [
      '{',
      '',
      'nul',
      '{"__proto__":{}}',
      `{"name":${deep}}`,
      '{"name":"a\\u0000b"}',
      '{"a\\u0000":1}',
    ])
      expectProblem(await raw('POST', '/chats', { headers: json, body }), 400, 'malformed');
    for (const path of ['/flows/%zz', '/chats/%c0%80', '/flows/a%00b', '/flows?cursor=%00'])
      expectProblem(await raw('GET', path), 400, 'malformed');
  });

  it('is 400 in an encoding other than UTF-8, which would store garbled characters', async () => {
    const latin1 = (sent: string) => new Uint8Array(Buffer.from(sent, 'latin1'));
    const refused = await raw('POST', '/chats', { headers: json, body: latin1('{"name":"Müller"}') });
    expect(expectProblem(refused, 400, 'malformed').detail).to.equal('The body is not in UTF-8.');
    const request = await stage.ask({ inputType: 'text', prompt: '?', assignees: { users: ['ada@sandbox.test'] } });
    const answer = { headers: { 'content-type': 'text/plain' }, body: latin1('Müller') };
    expectProblem(await raw('POST', `/user/notifications/${request}/respond`, answer), 400, 'malformed');
    const told = await raw('POST', `/user/notifications/${request}/respond`, { ...answer, body: 'Müller' });
    expect(told.status).to.equal(200);
    expect((await stage.result(request))['value']).to.equal('Müller');
  });

  it('accepts times with any offset in every list, and describes their form', async () => {
    const { paths } = (await stage.ada.call<Described>('GET', '/openapi.json')).body;
    const asked = Object.entries(paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter(({ schema }) => schema?.format === 'date-time')
        .map(({ name }) => [path.replace(/^\/api/, ''), name] as const),
    );
    expect(asked.map(([, name]) => name)).to.include.members([
      'startedFrom',
      'startedBefore',
      'dueBefore',
      'from',
      'to',
    ]);
    for (const [path, name] of asked.filter(([path]) => !path.endsWith('.csv'))) {
      // people who call by hand write the plus as it is, and then it arrives as a space
      for (const text of ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.5%2B05:30', '2026-12-01T09:00:00+05:30'])
        expect((await stage.ada.call('GET', `${path}?${name}=${text}`)).status, `${path} ${name}`).to.equal(200);
      for (const text of ['2026-12-01', '2026-12-01T09:00:00', '2026-02-29T09:00:00Z', 'tomorrow']) {
        const answer = await stage.ada.call('GET', `${path}?${name}=${text}`);
        const { checks } = expectProblem(answer, 422, 'validation_failed');
        expect(checks, `${path} ${name}=${text}`).to.deep.equal({ [name]: { id: 'moment', values: {} } });
      }
    }
  });

  it('names the texts that contain half of a character', async () => {
    const definition = asking({
      id: 'half',
      human: { inputType: 'text', prompt: 'a\ud800?', assignees: { users: ['ada@sandbox.test'] } },
    });
    const broken: [path: string, body: unknown, ...fields: string[]][] = [
      ['/chats', { name: 'a\ud800', users: ['ada@sandbox.test', '\udc00'] }, 'name', 'users.1'],
      ['/assignments/preview', { principals: [{ kind: 'user', id: 'tim@sandbox.test\udc00' }] }, 'principals.0.id'],
      ['/user/views', { name: 'x', filter: { q: '\ud83d' } }, 'filter.q'],
      ['/flows', definition, 'nodes.1.config.prompt'],
      ['/flows/half/executions', { variables: { 'a\ud800': '\ud800' } }, 'variables.a\ud800'],
      ['/setup/administrator', { administrator: { kind: 'group', reference: '\udfff' } }, 'administrator.reference'],
      ['/chats', '\ud800', 'body'],
    ];
    for (const [path, body, ...fields] of broken)
      expect(await fieldsOf('POST', path, body), path).to.deep.equal(fields);
    const whole = await stage.ada.call('POST', '/chats', { name: '💣 a' });
    expect([whole.status, whole.body['name']]).to.deep.equal([201, '💣 a']);

    const request = await stage.ask({ inputType: 'text', prompt: '?', assignees: { users: ['ada@sandbox.test'] } });
    const { checks } = expectProblem(await respond(stage.ada, request, 'a\ud800'), 422, 'validation_failed');
    expect(checks).to.deep.equal({ value: { id: 'notDisplayable', values: {} } });
    const [executionId, nodeId] = request.split('-');
    for (const [part, field] of [
      [{ values: { value: 'a\ud800' } }, 'value'],
      [{ value: 'So', comment: '\ud800' }, 'comment'],
      [{ value: 'So', note: '\ud800' }, 'note'],
      [{ value: 'So', submissionId: '\ud800' }, 'submissionId'],
    ] as const)
      expect(await fieldsOf('POST', '/flow/human-response', { executionId, nodeId, ...part })).to.deep.equal([field]);
  });

  it('is 400 even if it is not HTTP', async () => {
    const { port } = new URL(stage.product.url);
    for (const bytes of ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`]) {
      const socket = net.connect(Number(port), 'localhost').end(bytes);
      const [head, body] = (await text(socket)).split('\r\n\r\n');
      expect(head, bytes.slice(0, 40))
        .to.match(/^HTTP\/1.1 400 /)
        .and.include('application/problem+json');
      expect((JSON.parse(body!) as Problem).code).to.equal('malformed');
    }
  });

  it('is a problem with an id too without a host, and does not mind an unknown expectation', async () => {
    const { port } = new URL(stage.product.url);
    const answerTo = async (head: string) => {
      const socket = net.connect(Number(port), 'localhost');
      socket.write(`GET /api/me HTTP/1.1\r\nconnection: close\r\n${head}\r\n`);
      return (await text(socket)).split('\r\n\r\n') as [string, string];
    };
    const expected = [
      ['', 400, 'malformed'],
      ['host: x\r\nexpect: nothing\r\n', 401, 'unauthenticated'],
    ] as const;
    for (const [sent, status, code] of expected) {
      const [head, body] = await answerTo(sent);
      expect(head, sent)
        .to.match(new RegExp(`^HTTP/1.1 ${status} `))
        .and.match(/\r\nx-request-id: \w+/);
      expect((JSON.parse(body) as Problem).code, sent).to.equal(code);
    }
  });

  it('is 415 if it is compressed, which would be stored as it is', async () => {
    const request = await stage.ask({
      inputType: 'form',
      prompt: '?',
      assignees: { users: ['ada@sandbox.test'] },
      variables: [{ name: 'proof', type: 'file' }],
    });
    const upload = `/files?${new URLSearchParams({ requestId: request, variable: 'proof', name: 'x.txt' }).toString()}`;
    for (const [path, type, body] of [
      ['/chats', 'application/json', '{"name":"x"}'],
      [upload, 'text/plain', 'proof'],
    ] as const) {
      const send = (encoding: string) =>
        raw('POST', path, { headers: { 'content-type': type, 'content-encoding': encoding }, body });
      for (const encoding of ['gzip', 'identity, br', 'nonsense']) {
        const refused = expectProblem(await send(encoding), 415, 'unsupported_media_type');
        expect(refused.detail, path).to.equal('The body is compressed. Send it as it is.');
      }
      expect((await send('Identity')).status, path).to.equal(201);
    }
  });

  it('is 413, 415 and 404 if it is too large, of the wrong type or sent nowhere', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    const refused = expectProblem(
      await raw('POST', '/chats', { headers: json, body: large }),
      413,
      'payload_too_large',
    );
    expect(refused.detail).to.equal('The body can have at most 1,048,576 bytes.');
    const form = 'application/x-www-form-urlencoded'; // what curl sends unless told otherwise
    for (const type of ['application/xml', 'multipart/form-data; boundary=x', 'nonsense', 'application/json5', form]) {
      const answered = await raw('POST', '/chats', { headers: { 'content-type': type }, body: '{"name":"x"}' });
      const { detail } = expectProblem(answered, 415, 'unsupported_media_type');
      expect(detail, type).to.equal('Send JSON, with the header content-type: application/json.');
    }
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['DELETE', '/chats'],
      ['POST', '/me'],
      ['GET', '/flow/human-response'],
      ['GET', `/flows/${'x'.repeat(300)}`],
    ] as const)
      expectProblem(await raw(method, path), 404, 'not_found');
  });

  it('is 415 for JSON that is sent as text, which is what fetch does unless told otherwise', async () => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8' };
    for (const path of ['/chats', '/flows/check', '/flow/human-response']) {
      const answered = await raw('POST', path, { headers, body: '{"name":"x"}' });
      const { detail } = expectProblem(answered, 415, 'unsupported_media_type');
      expect(detail, path).to.equal('Send JSON, with the header content-type: application/json.');
    }
  });

  it('is 4xx if a path climbs out of its folder', async () => {
    const { port } = new URL(stage.product.url);
    for (const address of [
      '/api/..',
      '/api/%00',
      '/flows/./x',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      const socket = net.connect(Number(port), 'localhost');
      socket.write(`GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      const [head, body] = (await text(socket)).split('\r\n\r\n');
      expect(head, address)
        .to.match(/^HTTP\/1.1 4\d\d /)
        .and.include('application/problem+json');
      expect(body).to.not.include('handback"');
    }
  });

  it('never echoes a token: the address in the response has no query', async () => {
    const token = 'a'.repeat(64);
    const response = await fetch(`${stage.product.url}/api/flow/external-response?token=${token}`, {
      headers: { accept: 'application/json' },
    });
    const text = await response.text();
    expect(response.status).to.equal(410);
    expect(text).to.not.include(token);
    expect((JSON.parse(text) as Problem).instance).to.equal('/api/flow/external-response');
  });

  it('has its own code, title and advice for each kind', () => {
    for (const [code, { status, title, advice }] of Object.entries(PROBLEMS)) {
      expect(status, code).to.be.within(400, 507);
      expect(title.length, code).to.be.above(5);
      expect(advice, code).to.match(/\.$/);
    }
  });
});
