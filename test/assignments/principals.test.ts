import { expect } from 'chai';
import { resolvePrincipals, type PrincipalDirectory } from '../../server/assignments/principals.ts';
import { ProblemError } from '../../server/foundation/errors.ts';
import { aPerson } from '../support/seeds.ts';

const MOST = 10_000;
const GROUPS = Array.from({ length: 100 }, (_, n) => ({ kind: 'group' as const, id: `group${n}` }));

describe('the assignees of a sending', () => {
  let read: string[];
  beforeEach(() => void (read = []));

  /** A directory of groups with so many members each, all different. */
  const directoryOf = (members: number) =>
    ({
      groupByReference: async (id: string) => ({ id, displayName: id }),
      async membersOf(id: string) {
        read.push(id);
        return Array.from({ length: members }, (_, n) => aPerson(`${id} ${n}`));
      },
    }) as unknown as PrincipalDirectory;

  it('are read only until they are known to be too many', async () => {
    const refused = await resolvePrincipals(directoryOf(MOST), GROUPS, 'refuse', MOST).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ProblemError);
    expect((refused as ProblemError).extra.checks).to.deep.equal({
      principals: { id: 'tooManyPeople', values: { count: MOST } },
    });
    expect(read.length).to.be.below(GROUPS.length / 4);
  });

  it('may be as many as the limit, each counted once', async () => {
    const twice = [...GROUPS, ...GROUPS];
    const found = await resolvePrincipals(directoryOf(MOST / GROUPS.length), twice, 'refuse', MOST);
    expect(found).to.have.length(twice.length);
  });
});
