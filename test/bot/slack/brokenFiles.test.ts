import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { createFiles } from '../../../bot/slack/files.ts';
import type { ProblemError } from '../../../contract/problem.ts';

describe('files that Slack hands out badly', () => {
  let server: Server;
  let url: string;
  let isCut = false;
  before(async () => {
    server = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 8 });
      if (isCut) response.write('half', () => response.destroy());
      else response.end('the plan');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => void server.close());

  /** @param file what Slack says about it */
  function keep(file: object) {
    const kept: { name: string; type: string; announced: number | null }[] = [];
    const files = createFiles({
      host: {
        originOf: () => url,
        log: { warn() {} },
        async keepFile({ name, type, announced, content }: never) {
          kept.push({ name, type, announced });
          return (await buffer(content)).toString();
        },
      } as never,
      client: { files: { info: async () => ({ file: { url_private: `${url}/f`, ...file } }) } } as never,
      botToken: 'xoxb',
    });
    const field = { question: { requestId: 'r' }, variable: 'plan', person: { id: 'grace' } as never };
    return files.keep('F1', field).then(
      () => kept,
      (error: ProblemError) => error.extra?.checks?.['plan']?.id ?? error,
    );
  }

  it('are named at their field if the download breaks off', async () => {
    isCut = true;
    expect(await keep({ name: 'plan.pdf' })).to.equal('fileNotFetched');
    isCut = false;
  });

  it('have a name, even if Slack says that they have none', async () => {
    expect(await keep({ name: null, mimetype: null, size: null })).to.deep.equal([
      { name: 'file', type: '', announced: null },
    ]);
  });
});
