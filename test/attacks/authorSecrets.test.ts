import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { Problem } from '../../contract/problem.ts';
import { openDatabase, type Database } from '../../server/foundation/database/connection.ts';
import { flow } from '../flow/flows.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import { tableNames } from '../support/openStore.ts';
import { startService, type Service } from './service.ts';

type Config = FlowDefinition['nodes'][number]['config'];

const VALUE = 'köy "7" & more+secret/';

describe("authors' secrets", () => {
  const config: { allowedPrivateHosts: string[] } = { allowedPrivateHosts: [] };
  let service: Service;
  let db: Database;
  let flows = 0;
  before(async () => {
    service = await startService();
    config.allowedPrivateHosts.push(service.host);
  });
  after(async () => {
    service.close();
    await db?.close();
  });
  const stage = useStage({ config });
  before(async () => {
    db = await openDatabase(stage.product.config.databaseUrl, 1);
  });
  beforeEach(() => {
    service.asked = [];
    service.answer = () => ({});
  });

  const asks = (http: Config): FlowDefinition => ({
    ...flow(
      { start: 'start', call: ['http', { url: `http://${service.host}/`, ...http }], end: ['end', { output: 'call' }] },
      ['start > call > end'],
    ),
    id: `secrets-${++flows}`,
  });
  const put = (name: string, body: object, by = stage.ada) => by.call<Problem>('PUT', `/secrets/${name}`, body);

  async function runWith(http: Config, secret: string, status: 'completed' | 'failed' = 'completed') {
    const id = await publish(stage.ada, asks(http));
    expect((await put(secret, { value: VALUE, flows: [id] })).status).to.equal(200);
    return stage.product.reached(stage.ada, await stage.product.run(stage.ada, id), status);
  }

  it('reach the address, the headers and the body of an HTTP request, even in a computed value', async () => {
    await runWith(
      {
        method: 'POST',
        url: `http://${service.host}/{{ secret("all") }}?k={{ 'a' & secret('all') }}`,
        headers: { 'X-Basic': 'Basic {{ $base64encode("me:" & secret("all")) }}' },
        json: '{ "keys": [1, 2].($string($) & secret("all")) }',
      },
      'all',
    );
    const { url, headers, body } = service.asked[0]!;
    expect(url).to.equal(`/${encodeURIComponent(VALUE)}?k=${encodeURIComponent(`a${VALUE}`)}`);
    expect(headers['x-basic']).to.match(/^Basic [\w+/]+=*$/);
    expect(JSON.parse(body)).to.deep.equal({ keys: [`1${VALUE}`, `2${VALUE}`] });
  });

  it('are removed from the response, and appear in nothing stored or read', async () => {
    service.answer = ({ headers }) => ({
      headers: { 'x-echo': encodeURIComponent(VALUE) },
      body: JSON.stringify({ [VALUE]: [VALUE], headers, basic: Buffer.from(`user:${VALUE}`).toString('base64') }),
    });
    const done = await runWith({ headers: { 'X-Key': '{{ $encodeUrlComponent(secret("echo")) }}' } }, 'echo');
    expect((done.context!['call'] as { body: object }).body)
      .to.have.property('[secret]')
      .that.deep.equals(['[secret]']);
    const rows: object[] = [];
    for (const table of await tableNames(db)) rows.push(await db.reader(table));
    for (const shown of [JSON.stringify(done), JSON.stringify(rows)]) {
      expect(shown).to.not.include('more+secret').and.to.not.include(encodeURIComponent('& more+'));
      expect(shown).to.not.include(Buffer.from(VALUE).toString('base64').slice(4, 20));
    }
  });

  it('do not appear in error messages', async () => {
    const { error } = await runWith({ headers: { 'X-Key': '{{ $number(secret("bad")) }}' } }, 'bad', 'failed');
    expect(error).to.include({ code: 'expression_failed' });
    expect(JSON.stringify(error)).to.include('[secret]').and.to.not.include('more+secret');
  });

  it('are refused anywhere else when the flow is saved, with the name of the node', async () => {
    const set: [string, Config] = ['set', { values: { a: '"x" & secret("all")' } }];
    const ask: [string, Config] = [
      'human',
      { inputType: 'text', prompt: 'Is it {{ secret("all") }}?', assignees: { users: ['grace@sandbox.test'] } },
    ];
    const elsewhere: [FlowDefinition, string][] = [
      [flow({ start: 'start', tell: set, end: 'end' }, ['start > tell > end']), 'nodes.tell.config.values.a'],
      [flow({ start: 'start', tell: ask, end: 'end' }, ['start > tell > end']), 'nodes.tell.config.prompt'],
      [asks({ secretHeaders: { 'X-Key': '{ "secret": secret("all") }' } }), 'nodes.call.config.secretHeaders.X-Key'],
    ];
    for (const [definition, field] of elsewhere) {
      const { checks } = expectProblem(await stage.ada.call('POST', '/flows', definition), 422, 'validation_failed');
      expect(checks![field]!.id, field).to.equal('secretOutsideHttp');
      expect(checks![field]!.values['node']).to.be.oneOf(['tell', 'call']);
    }
    for (const wrong of ['secret(name)', 'secret("a", "b")', 'secret("a", ?)', '`secret`("a")']) {
      const refused = await stage.ada.call('POST', '/flows', asks({ text: `{{ ${wrong} }}`, method: 'POST' }));
      expect(expectProblem(refused, 422, 'validation_failed').checks, wrong).to.deep.equal({
        'nodes.call.config.text': { id: 'secretForm', values: {} },
      });
    }
  });

  it('fail the node if they are missing or not for this flow, and nothing is sent', async () => {
    await put('other', { value: VALUE, flows: [] });
    for (const name of ['missing', 'other']) {
      const id = await publish(stage.ada, asks({ headers: { 'X-Key': `{{ secret("${name}") }}` } }));
      const failed = await stage.product.reached(stage.ada, await stage.product.run(stage.ada, id), 'failed');
      expect(failed.error).to.deep.include({ code: 'secret_missing', values: { name } });
      expect(service.asked).to.deep.equal([]);
      const audit = await db.reader('audit').where({ subject: failed.id, action: 'secret.refused' });
      expect(JSON.parse(audit[0].detail)).to.deep.equal({ node: 'call', field: 'headers.X-Key', secret: name });
    }
  });

  it('leave an audit row for each change and opening, and are never shown again', async () => {
    const done = await runWith({ headers: { 'X-Key': '{{ $encodeUrlComponent(secret("seen")) }}' } }, 'seen');
    const opened = await db.reader('audit').where({ subject: done.id, action: 'secret.opened' });
    expect(JSON.parse(opened[0].detail)).to.deep.equal({ node: 'call', field: 'headers.X-Key', secret: 'seen' });
    expect((await put('seen', { flows: [done.flowId] })).body).to.deep.include({ name: 'seen', flows: [done.flowId] });
    const { body } = await stage.ada.call<{ items: { name: string }[] }>('GET', '/secrets');
    expect(body.items.map(({ name }) => name)).to.include('seen');
    expect(JSON.stringify(body)).to.not.include('more+secret');
    expect((await stage.ada.call('DELETE', '/secrets/seen')).status).to.equal(204);
    expectProblem(await stage.ada.call('DELETE', '/secrets/seen'), 404, 'not_found');
    const entries = await db.reader('audit').where({ subject: 'seen' }).orderBy('seq').pluck('action');
    expect(entries).to.deep.equal(['secret.made', 'secret.changed', 'secret.removed']);
  });

  it('are refused with the wrong field, and nothing is stored', async () => {
    const refusals: [string, object, string][] = [
      ['short', { value: 'short', flows: [] }, 'value'],
      ['none', { flows: [] }, 'value'],
      ['nowhere', { value: VALUE, flows: ['no-such-flow'] }, 'flows'],
    ];
    for (const [name, body, field] of refusals) {
      const { checks } = expectProblem(await put(name, body), 422, 'validation_failed');
      expect(checks, name).to.have.property(field);
      expectProblem(await stage.ada.call('DELETE', `/secrets/${name}`), 404, 'not_found');
    }
    expectProblem(await put('foreign', { value: VALUE, flows: [] }, stage.tim), 403, 'forbidden');
  });
});
