import { expect } from 'chai';
import { MINUTE_MS, useStage } from '../../scenarios/support.ts';
import type { Client } from '../../support/product.ts';

describe('A person who is removed from the directory', () => {
  const stage = useStage();

  /** What their calls are answered, minute by minute, from the moment they are removed. */
  async function answersTo(client: Client, key: string, path: string): Promise<number[]> {
    const { people } = stage.product.sandbox.tenant;
    const statuses = [(await client.call('GET', path)).status];
    people.splice(
      people.findIndex((person) => person.key === key),
      1,
    );
    for (let minute = 0; minute <= 6; minute++) {
      statuses.push((await client.call('GET', path)).status);
      stage.advance(MINUTE_MS);
    }
    return statuses;
  }

  it('has no access after two minutes, and is told why', async () => {
    expect(await answersTo(stage.tim, 'tim', '/me')).to.deep.equal([200, 200, 200, 200, 403, 403, 403, 403]);
  });

  it('has no access after two minutes as an administrator either', async () => {
    const answers = await answersTo(stage.ada, 'ada', '/settings/health');
    expect(answers).to.deep.equal([200, 200, 200, 200, 403, 403, 403, 403]);
  });
});
