import { expect } from 'chai';
import Fastify from 'fastify';
import { z } from 'zod';
import { installProblems } from '../../../server/foundation/http/problem.ts';
import { serializerCompiler } from '../../../server/foundation/http/serializer.ts';

const Person = z.object({ name: z.string().max(10), groups: z.array(z.object({ id: z.string() })).max(3) });

async function replyWith(value: unknown) {
  const app = Fastify().setSerializerCompiler(serializerCompiler);
  installProblems(app, () => false);
  app.get('/', { schema: { response: { 200: Person } } }, async () => value);
  const { statusCode, body } = await app.inject('/');
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown>, text: body };
}

describe('A response', () => {
  it('has only what its schema names, at every level', async () => {
    const named = { name: 'Ada', groups: [{ id: 'a' }, { id: 'b' }] };
    const stored = { ...named, token: 'secret', groups: named.groups.map((group) => ({ ...group, row: 7 })) };
    expect(await replyWith(stored)).to.deep.include({ status: 200, body: named });
  });

  it('is a problem without details if the value does not fit the schema', async () => {
    for (const value of [
      { name: 'secret', groups: [{}] },
      { name: 'secret that is too long', groups: [] },
      { secret: 'secret' },
    ]) {
      const { status, body, text } = await replyWith(value);
      expect([status, body['code']], text).to.deep.equal([500, 'internal']);
      expect(text).to.not.include('secret');
    }
  });

  it('is read once, however deep it is nested', async () => {
    let reads = 0;
    const leaf = {
      get name() {
        reads++;
        return 'x';
      },
    };
    const levels = [1, 2, 3, 4];
    const schema = levels.reduce<z.ZodType>(
      (inner) => z.object({ inner }).refine(() => true),
      z.object({ name: z.string() }),
    );
    const app = Fastify().setSerializerCompiler(serializerCompiler);
    app.get('/', { schema: { response: { 200: schema } } }, () =>
      Promise.resolve(levels.reduce<unknown>((inner) => ({ inner }), leaf)),
    );
    expect((await app.inject('/')).body).to.equal('{"inner":{"inner":{"inner":{"inner":{"name":"x"}}}}}');
    expect(reads).to.equal(1);
  });
});
