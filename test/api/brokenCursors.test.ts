import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import { encodeCursor } from '../../server/foundation/http/cursor.ts';
import { expectProblem } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { startProduct, type Client, type TestProduct } from '../support/product.ts';

interface Described {
  paths: Record<string, { get?: { parameters?: { in: string; name: string; required?: boolean }[] } }>;
}

const REQUEST = '01ARZ3NDEKTSV4RRFFQ69G5FAV-ask';
/** What no list has a place for. */
const NOWHERE = [
  null,
  true,
  {},
  [],
  ['x'],
  'No place',
  -1,
  0.5,
  1e300,
  { at: 'x', seq: 1 },
  ['waiting', 1, 'x'],
  [1, 'x'],
];

describe('cursors that the server has not made', () => {
  forEachDatabase((_name, openUrl) => {
    let product: TestProduct;
    let ada: Client;
    before(async () => {
      product = await startProduct({ withLoops: false, openUrl });
      ada = await product.as('ada@sandbox.test');
    });
    after(() => product?.close());

    const expectRefused = async (path: string, place: unknown) => {
      const sign = path.includes('?') ? '&' : '?';
      const answer = await ada.call<Problem>('GET', `${path}${sign}cursor=${encodeCursor(place)}`);
      const { checks } = expectProblem(answer, 422, 'validation_failed');
      expect(checks, `${path} ${JSON.stringify(place)}`).to.deep.equal({ cursor: { id: 'cursor', values: {} } });
    };

    it('are refused by every list', async () => {
      const { body } = await ada.call<Described>('GET', '/openapi.json');
      const lists = Object.entries(body.paths).flatMap(([path, { get }]) => {
        const asked = (get?.parameters ?? []).filter((each) => each.name === 'cursor' || each.required);
        return asked.length === 1 && asked[0]!.name === 'cursor' ? [path.replace(/^\/api/, '')] : [];
      });
      expect(lists.length).to.be.at.least(10);
      for (const path of lists) for (const place of NOWHERE) await expectRefused(path, place);
    });

    it('are refused if they contain a NUL, which PostgreSQL does not compare', async () => {
      await expectRefused('/user/notifications?status=pending&sort=flow', ['flow', 'a\0b', 1, REQUEST]);
      await expectRefused('/admin/documents/indexing/faults?source=library:x', ['a\0b']);
    });
  });
});
