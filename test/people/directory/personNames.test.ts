import { expect } from 'chai';
import { DirectoryError } from '../../../server/people/identity/directoryError.ts';
import { createPersonNames } from '../../../server/people/directory/personNames.ts';

const ADA = '10000000-0000-4000-8000-000000000001';
const TIM = '10000000-0000-4000-8000-000000000007';
const GONE = '10000000-0000-4000-8000-00000000ffff';

const person = (id: string) => ({ id, displayName: `Name of ${id}`, email: null, userPrincipalName: null });

describe('names of people', () => {
  it('are looked up once each, and only if they can be in the directory', async () => {
    const asked: string[] = [];
    const namesOf = createPersonNames({
      personById: async (id) => {
        asked.push(id);
        return id === GONE ? null : person(id);
      },
    });
    const names = await namesOf([ADA, 'flow', ADA, 'mailto:x@y.test', GONE]);
    expect([...names]).to.deep.equal([[ADA, `Name of ${ADA}`]]);
    expect((await namesOf([ADA, TIM])).get(TIM)).to.equal(`Name of ${TIM}`);
    expect(asked).to.deep.equal([ADA, GONE, TIM]);
  });

  it('are left out once the directory has failed, and it is not called again', async () => {
    let asked = 0;
    const namesOf = createPersonNames({
      personById: async () => {
        asked++;
        throw new DirectoryError('directory_unavailable', 'It is down.');
      },
    });
    expect((await namesOf([ADA])).size).to.equal(0);
    expect((await namesOf([TIM])).size).to.equal(0);
    expect(asked).to.equal(1);
  });

  it('are not waited for long', async () => {
    const namesOf = createPersonNames({ personById: () => new Promise(() => {}) }, 5);
    expect((await namesOf([ADA])).size).to.equal(0);
    expect((await namesOf([TIM])).size).to.equal(0);
  });

  it('hide none of our own errors', async () => {
    const namesOf = createPersonNames({ personById: () => Promise.reject(new TypeError('ours')) });
    const error: unknown = await namesOf([ADA]).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(TypeError);
  });
});
