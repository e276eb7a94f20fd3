import { expect } from 'chai';
import { Writable } from 'node:stream';
import { useStage } from '../../scenarios/support.ts';

describe('the log level of the page behind a mail', () => {
  const lines: { level: number; msg: string }[] = [];
  const logTo = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const stage = useStage({ logTo, config: { logLevel: 'error' } });

  it('is as configured if that is stricter than the one that hides its addresses', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' }; // of a proxy that is not trusted: a warning
    const page = `${stage.product.url}/api/flow/external-response?token=${'x'.repeat(32)}`;
    for (const method of ['GET', 'POST']) expect((await fetch(page, { method, headers })).status).to.be.above(399);
    expect(lines).to.deep.equal([]);
  });
});
