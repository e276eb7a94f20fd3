import { expect } from 'chai';
import { ApiProblem } from '../../desktop/renderer/api/apiProblem.ts';
import { readJson, toApiProblem } from '../../desktop/renderer/api/replies.ts';

/** A reply that stops in the middle. */
const cutOff = (init: ResponseInit, error: Error = new TypeError('network error')): Response =>
  new Response(
    new ReadableStream({
      start(reader) {
        reader.enqueue(new TextEncoder().encode('{"requestId":'));
        reader.error(error);
      },
    }),
    init,
  );

const failureOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => null,
    (error: unknown) => error,
  );

describe('desktop: the replies of the server', () => {
  it('count as lost if the connection ends in the middle, because nobody knows what they would have said', async () => {
    expect(await failureOf(readJson(cutOff({ status: 200 })))).to.include({ code: 'unreachable' });
    const refused = { status: 409, headers: { 'content-type': 'application/problem+json' } };
    expect(await failureOf(toApiProblem(cutOff(refused)))).to.include({ code: 'unreachable' });
  });

  it('end as they are if the caller no longer wants them', async () => {
    const gone = new DOMException('gone', 'AbortError');
    expect(await failureOf(readJson(cutOff({ status: 200 }, gone)))).to.equal(gone);
  });

  it('are tried again if something on the way replied instead of the server', async () => {
    const failure = await failureOf(readJson(new Response('<h1>Sign in to this network</h1>')));
    expect(failure).to.be.instanceOf(ApiProblem).and.include({ code: 'unavailable' });
    expect(await readJson(new Response(''))).to.equal(undefined);
    for (const status of [404, 407, 502, 511])
      expect(await toApiProblem(new Response('<h1>Nobody is here</h1>', { status }))).to.include({
        code: 'unavailable',
      });
  });

  it('are refusals if a firewall dislikes what is sent', async () => {
    for (const status of [403, 413])
      expect(await toApiProblem(new Response('<h1>No</h1>', { status }))).to.include({ code: 'malformed' });
  });
});
