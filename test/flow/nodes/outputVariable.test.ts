import { expect } from 'chai';
import { createNodeTypes, type NodeTypeParts } from '../../../server/nodeTypes.ts';
import { STARTER, visits } from './visit.ts';

const { visit } = visits();

/** As many dependencies as these nodes need. */
const types = createNodeTypes({
  guardedFetch: async () => ({ status: 200, headers: {}, body: 'tea' }),
  directory: {
    user: async () => STARTER,
    manager: async () => STARTER,
    directReports: async () => [STARTER],
    searchUsers: async () => [STARTER],
  },
  search: { findAs: async () => ({ items: [], nextCursor: null }) },
  llm: { ask: async () => ({ text: 'tea' }) },
  delegations: { obstacleTo: () => null, tokenOf: async () => 'a token' },
  graphAs: () => ({
    list: async () => [],
    read: async () => ({ status: 'disabled' }),
    write: async () => ({ id: 'made', link: { webUrl: 'https://files.test/s/made' } }),
  }),
} as unknown as NodeTypeParts);

const CONFIGS: Record<string, object> = {
  condition: { expression: '1 + 1' },
  http: { url: 'https://example.org' },
  directory_get_user: {},
  directory_get_manager: {},
  directory_get_direct_reports: {},
  directory_search_users: { text: 'ada' },
  search: { query: 'tea' },
  llm: { prompt: 'What do you drink?' },
  mail_read: {},
  mail_send: { to: 'ada@sandbox.test', subject: 'Tea', body: 'It is ready.' },
  mailbox_settings: {},
  calendar_read: {},
  calendar_create_event: { subject: 'Tea', start: '2026-11-20T16:00:00Z', end: '2026-11-20T17:00:00Z' },
  drive_read: {},
  drive_write: { action: 'share', path: 'Tea.txt' },
};

describe("A second name for a node's output (outputVariable)", () => {
  it('is accepted by these types and by questions only', () => {
    const isTaken = (type: string, config: object) =>
      types.get(type)!.configSchema.safeParse({ ...config, outputVariable: 'kept' }).success;
    const given: Record<string, object> = {
      ...CONFIGS,
      human: { inputType: 'text', prompt: 'Why?', assignees: { users: ['ada@sandbox.test'] } },
      set: { values: { a: '1' } },
      delay: { for: 'PT1H' },
      message: { text: 'Hello' },
    };
    const takers = [...types.keys()].filter((type) => isTaken(type, given[type] ?? {}));
    expect(takers).to.have.members([...Object.keys(CONFIGS), 'human']);
  });

  for (const [type, config] of Object.entries(CONFIGS))
    it(`refers to the output of ${type}`, async () => {
      const result = await visit(types.get(type)!, { ...config, outputVariable: 'kept' });
      if (result.kind !== 'output') throw new Error(`It came to ${result.kind}.`);
      expect(result.output).to.not.equal(null);
      expect(result.assign).to.deep.equal({ kept: result.output });
      expect(await visit(types.get(type)!, config)).to.not.have.property('assign');
    });
});
