import { expect } from 'chai';
import { say } from '../../../contract/summaries.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { createDirectoryNodes } from '../../../server/flow/nodes/directory.ts';
import { DirectoryError } from '../../../server/people/directory/directory.ts';
import { STARTER, visits } from './visit.ts';

const { visit, failureOf } = visits();

const user = (id: string, displayName: string): DirectoryUser => ({
  id,
  displayName,
  email: `${displayName.toLowerCase()}@sandbox.test`,
  userPrincipalName: null,
  jobTitle: null,
  department: null,
  officeLocation: null,
  companyName: null,
  employeeId: null,
  mobilePhone: null,
  businessPhones: [],
});
const ada = user(STARTER.id, 'Ada');
const grace = user('grace-id', 'Grace');
const alan = user('alan-id', 'Alan');

const nodes = new Map(
  createDirectoryNodes({
    async user(reference) {
      if (reference === 'down') throw new DirectoryError('directory_unavailable', 'The directory does not answer.');
      return [ada, grace, alan].find(({ id, email }) => [id, email].includes(reference)) ?? null;
    },
    manager: async (id) => (id === alan.id ? grace : null),
    directReports: async (id) => (id === grace.id ? [alan] : []),
    searchUsers: async (text, limit) =>
      [ada, alan].filter(({ email }) => email!.startsWith(text.toLowerCase())).slice(0, limit),
  }).map((type) => [type.type, type]),
);
const tool = (type: string) => nodes.get(`directory_${type}`)!;

describe('The directory tools', () => {
  it('are four', () =>
    expect([...nodes.keys()]).to.have.members([
      'directory_get_user',
      'directory_get_manager',
      'directory_get_direct_reports',
      'directory_search_users',
    ]));

  it('read the starter of the execution if nobody is named', async () =>
    expect(await visit(tool('get_user'), {})).to.deep.include({ kind: 'output', output: ada }));

  it('read the person that the template names', async () => {
    const context = { approve: { respondedBy: { id: alan.id } }, mail: 'alan@sandbox.test ' };
    expect(await visit(tool('get_user'), { user: '{{ mail }}' }, context)).to.deep.include({ output: alan });
    const managed = await visit(tool('get_manager'), { user: '{{ approve.respondedBy.id }}' }, context);
    expect(managed).to.deep.include({ output: grace, summary: say('manages', { manager: 'Grace', name: 'Alan' }) });
    const reports = await visit(tool('get_direct_reports'), { user: grace.id });
    expect(reports).to.deep.include({ output: [alan] });
  });

  it('search', async () => {
    expect(await visit(tool('search_users'), { text: '{{ q }}', limit: 1 }, { q: 'a' })).to.deep.include({
      output: [ada],
    });
    expect(await visit(tool('search_users'), { text: '{{ q }}' }, { q: ' ' })).to.deep.include({ output: [] });
  });

  const failures: [string, object, string][] = [
    ['get_manager', {}, 'no_manager'],
    ['get_user', { user: 'nobody@sandbox.test' }, 'person_not_found'],
    ['get_manager', { user: 'nobody@sandbox.test' }, 'person_not_found'],
    ['get_direct_reports', { user: '{{ missing }}' }, 'person_not_found'],
    ['get_user', { user: 'down' }, 'directory_unavailable'],
  ];
  for (const [name, config, code] of failures)
    it(`${name} of ${JSON.stringify(config)} fails with ${code}`, async () =>
      expect((await failureOf(tool(name), config)).code).to.equal(code));

  it('tells a person whose expression finds nothing from one that is unknown', async () => {
    const messageOf = async (user: string) => (await failureOf(tool('get_user'), { user })).message;
    expect(await messageOf('{{ missing }}')).to.equal('Nobody is named: the person is empty.');
    expect(await messageOf('nobody')).to.equal('The directory does not know "nobody".');
  });
});
