import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import { assignOne, newestOf } from '../assignments/support.ts';
import { useStage } from '../scenarios/support.ts';

interface Described {
  paths: Record<string, Record<string, { requestBody?: { required?: boolean } }>>;
}

const ASKING = { inputType: 'text', prompt: '?', assignees: { users: ['grace@sandbox.test'] } };

describe('calls without a body (behaviour 4)', () => {
  const stage = useStage();

  /** Calls without a body, also from a client that sets a content type nevertheless. */
  const WAYS: [name: string, headers: Record<string, string>, body?: string][] = [
    ['without a body', {}],
    ['with an empty body of JSON', { 'content-type': 'application/json' }, ''],
  ];

  for (const [name, type, body] of WAYS) {
    const call = async (method: string, path: string) => {
      const authorization = `Bearer ${await stage.product.sandbox.tokenFor('grace@sandbox.test')}`;
      const url = `${stage.product.url}/api${path}`;
      const response = await fetch(url, { method, body, headers: { authorization, ...type } });
      return [response.status, await response.text()] as const;
    };

    it(`are accepted ${name}, if a route takes no body or an optional one`, async () => {
      const request = await stage.ask(ASKING);
      expect(await call('PATCH', `/user/notifications/${request}/read`)).to.deep.equal([204, '']);
      const { flowId } = (await stage.grace.call<{ flowId: string }[]>('GET', '/user/notifications')).body[0]!;
      expect((await call('POST', `/flows/${flowId}/executions`))[0]).to.equal(201);
      expect(await call('POST', '/assignments/notifications/read')).to.deep.equal([204, '']);

      const { id } = await assignOne(stage.tim, stage.grace, { allowRejection: true });
      const [status, declined] = await call('POST', `/assignments/${id}/decline`);
      expect([status, (JSON.parse(declined) as Assignment).status]).to.deep.equal([200, 'rejected']);
      expect((await newestOf(stage.grace)).reason).to.equal(null);
    });

    it(`are refused ${name}, if a body is required`, async () => {
      const request = await stage.ask(ASKING);
      for (const path of ['/chats', `/user/notifications/${request}/respond`, '/flow/human-response'])
        expect((await call('POST', path))[0], path).to.be.oneOf([400, 422]);
    });
  }

  it('are documented with an optional body', async () => {
    const { paths } = (await stage.ada.call<Described>('GET', '/openapi.json')).body;
    const needsBody = (path: string) => paths[`/api${path}`]!['post']!.requestBody!.required;
    for (const path of ['/flows/{id}/executions', '/assignments/{id}/decline', '/assignments/{id}/cancel'])
      expect(needsBody(path), path).to.equal(false);
    for (const path of ['/chats', '/user/notifications/{id}/respond', '/assignments/{id}/delegate'])
      expect(needsBody(path), path).to.equal(true);
  });
});
