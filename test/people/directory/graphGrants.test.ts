import { expect } from 'chai';
import { PostFailed } from '../../../contract/channel.ts';
import { createHealthCheck } from '../../../server/administration/registrationHealth.ts';
import type { SettingValues } from '../../../server/foundation/settings/settingTable.ts';
import { createBotInstaller } from '../../../server/people/directory/botInstaller.ts';
import { DirectoryError, type Directory } from '../../../server/people/directory/directory.ts';
import { ALL_PERMISSIONS, endpointOf, GRAPH_TABLE } from '../../sandbox/graphTable.ts';
import type { World } from '../tenant.ts';
import { useBigTenant } from './bigTenant.ts';

/** The product's own calls to Graph: each function of the directory, and a few others. */
type Operation = keyof Directory | 'installBot' | 'checkHealth';

describe('the grants of the server registration (behaviour 5.3)', () => {
  const { startWith, graph, tenant, id } = useBigTenant();

  const installBot = ({ graph: client }: World) =>
    createBotInstaller(client)(tenant().registrations.bot.clientId, {
      id: id('grace'),
      displayName: 'Grace',
      email: null,
      userPrincipalName: null,
    });

  const checkHealth = ({ registration, graph: client, directory, clock }: World) => {
    const { id: tenantId, registrations } = tenant();
    return createHealthCheck({
      registration: () => registration,
      registrations: () => ({
        tenantId,
        clientId: registrations.client.clientId,
        directoryClientId: registrations.server.clientId,
        directoryClientSecret: registrations.server.secret,
        directoryAuthType: 'clientCredentials',
      }),
      graph: () => client,
      directory,
      settings: () => ({ personalFileLocation: 'personalDrive' }) as SettingValues,
      isOpen: () => false,
      checkSearch: async () => null,
      loginOrigin: 'https://login.test',
      now: clock.now,
    })(true);
  };

  const OPERATIONS: Record<Operation, (world: World) => Promise<unknown>> = {
    personById: ({ directory }) => directory.personById(id('ada')),
    personByAddress: ({ directory }) => directory.personByAddress('joan@fabrikam.test'),
    groupsOf: ({ directory }) => directory.groupsOf(id('ada')),
    groupById: ({ directory }) => directory.groupById(id('finance')),
    groupByReference: ({ directory }) => directory.groupByReference('Finance'),
    membersOf: ({ directory }) => directory.membersOf(id('finance')),
    user: ({ directory }) => directory.user('grace@sandbox.test'),
    manager: ({ directory }) => directory.manager(id('alan')),
    directReports: ({ directory }) => directory.directReports(id('grace')),
    searchUsers: ({ directory }) => directory.searchUsers('ada', 5),
    profile: ({ directory }) => directory.profile(id('ada')),
    searchGroups: ({ directory }) => directory.searchGroups('fin', 5),
    organizationName: ({ directory }) => directory.organizationName(),
    installBot,
    checkHealth,
  };
  /** The health check calls a drive only if the rule counts Directory.Read.All for the files permission. */
  const grantedFor = (operation: Operation) =>
    operation === 'checkHealth' ? ['Directory.Read.All', 'GroupMember.Read.All'] : ALL_PERMISSIONS;

  /** The endpoints that it calls with all permissions. */
  async function endpointsOf(operation: Operation): Promise<string[]> {
    graph().requests.length = 0;
    await OPERATIONS[operation](startWith([...grantedFor(operation)]));
    return [...new Set(graph().requests.map(endpointOf))];
  }

  it('cover every endpoint that applications may call: each is used by something', async () => {
    const asked: string[] = [];
    for (const operation of Object.keys(OPERATIONS) as Operation[]) asked.push(...(await endpointsOf(operation)));
    const open = Object.entries(GRAPH_TABLE).filter(([, { application }]) => application.length > 0);
    expect([...new Set(asked)].sort()).to.deep.equal(open.map(([endpoint]) => endpoint).sort());
  });

  /** `checkHealth` is tested below. */
  const refused = (Object.keys(OPERATIONS) as Operation[]).filter((operation) => operation !== 'checkHealth');
  for (const operation of refused)
    it(`that are missing cause a refusal by Graph, and are named: ${operation}`, async () => {
      const endpoints = await endpointsOf(operation);
      expect(endpoints.length).to.be.at.least(1);
      for (const endpoint of endpoints) {
        const opens = GRAPH_TABLE[endpoint]!.application;
        const world = startWith(grantedFor(operation).filter((permission) => !opens.includes(permission)));
        const answer = await OPERATIONS[operation](world).catch((error: unknown) => error);
        if (operation === 'organizationName') expect(answer, 'only shown where it is granted').to.equal(null);
        else if (endpoint.includes('/photos/')) expect(answer, 'shown without').to.have.property('photo', null);
        else expectNamed(answer, opens);
      }
    });

  function expectNamed(answer: unknown, opens: readonly string[]): void {
    if (answer instanceof DirectoryError) expect(answer.code).to.equal('directory_denied');
    else expect(answer).to.be.instanceOf(PostFailed);
    const [, named] = /lacks the application permission (\S+);/.exec((answer as Error).message) ?? [];
    expect(opens, String(answer)).to.include(named);
  }

  it('show that the permissions of the rule do not cover files', async () => {
    const drives = async (granted: string[]) => {
      const { permissions, problem } = await checkHealth(startWith(granted));
      expect(problem).to.equal(null);
      return permissions.find(({ name }) => name === 'Files.ReadWrite.All')!.isGranted;
    };
    expect(await drives(['Directory.Read.All'])).to.equal(false);
    expect(await drives(['Directory.Read.All', 'Files.ReadWrite.All'])).to.equal(true);
    expect(await drives(['User.Read.All', 'GroupMember.Read.All'])).to.equal(false);
  });
});
