import { expect } from 'chai';
import type { Problem } from '../../contract/problem.ts';
import {
  answered,
  asking,
  expectProblem,
  mailedLink,
  openForm,
  publish,
  sendForm,
  useStage,
} from '../scenarios/support.ts';

const GRACE = '10000000-0000-4000-8000-000000000002';

describe('the assignees of a question (behaviour 1, step 2)', () => {
  const stage = useStage();
  let flows = 0;

  /** Runs a flow whose assignees come from a variable; resolves when it waits or has failed. */
  async function askWhom(assignees: object, who?: unknown, more: object = {}) {
    const definition = asking({
      id: `whom-${++flows}`,
      human: { inputType: 'text', prompt: 'You?', assignees, ...more },
    });
    definition.nodes[0]!.config = {
      variables: [
        { name: 'who', type: 'hierarchy' },
        { name: 'text', type: 'text' },
        { name: 'people', type: 'multiuser' },
        { name: 'team', type: 'group' },
        { name: 'teams', type: 'multigroup' },
      ],
    };
    const id = await stage.product.run(stage.ada, await publish(stage.ada, definition), who as Record<string, unknown>);
    return stage.product.reached(stage.ada, id, 'waiting', 'failed');
  }

  const asked = async (id: string): Promise<string[]> =>
    stage.services.ground
      .reader('notifications')
      .where({ subject_id: `${id}-ask` })
      .orderBy('display_name')
      .pluck('display_name');

  it('are everybody that a variable names, in any form', async () => {
    const forms: [string, Record<string, unknown>, string[]][] = [
      ['text', { text: 'grace@sandbox.test' }, ['Grace Hopper']],
      ['text', { text: `${GRACE}; alan@sandbox.test` }, ['Alan Turing', 'Grace Hopper']],
      [
        'people',
        { people: ['radia@sandbox.test', { id: GRACE, displayName: 'Anybody' }] },
        ['Grace Hopper', 'Radia Perlman'],
      ],
      ['text', { text: 'Legal' }, ['Frances Allen', 'Radia Perlman']],
      ['text', { text: 'legal@sandbox.test; grace@sandbox.test' }, ['Frances Allen', 'Grace Hopper', 'Radia Perlman']],
      ['team', { team: 'Legal' }, ['Frances Allen', 'Radia Perlman']],
      ['team', { team: 'legal@sandbox.test' }, ['Frances Allen', 'Radia Perlman']],
      ['teams', { teams: ['Legal'] }, ['Frances Allen', 'Radia Perlman']],
      ['[teams, people]', { teams: ['Legal'], people: [GRACE] }, ['Frances Allen', 'Grace Hopper', 'Radia Perlman']],
      ['{ "group": text }', { text: 'Legal' }, ['Frances Allen', 'Radia Perlman']],
      [
        '[{ "email": text }, { "groupId": "20000000-0000-4000-8000-000000000002" }]',
        { text: 'frances@sandbox.test' },
        ['Frances Allen', 'Radia Perlman'],
      ],
    ];
    for (const [variable, variables, names] of forms) {
      const { id, status, error } = await askWhom({ variable }, variables);
      expect(status, JSON.stringify(error)).to.equal('waiting');
      expect(await asked(id), variable).to.deep.equal(names);
    }
  });

  it('are everybody in a group, through nested and cyclic groups, once each', async () => {
    const { id } = await askWhom({ groups: ['everyone@sandbox.test', 'Ring A'], users: ['grace@sandbox.test'] });
    const names = await asked(id);
    expect(names).to.have.length(14);
    expect(new Set(names).size).to.equal(14);
  });

  const REFUSED: [string, object, Record<string, unknown> | undefined, string][] = [
    ['an unknown address', { users: ['grace@sandbox.test', 'ghost@sandbox.test'] }, undefined, 'assignee_unknown'],
    ['an unknown id', { users: ['10000000-0000-4000-8000-00000000ffff'] }, undefined, 'assignee_unknown'],
    ['an unknown group', { groups: ['No such group'] }, undefined, 'assignee_unknown'],
    ['a variable that names a stranger', { variable: 'text' }, { text: 'ghost@sandbox.test' }, 'assignee_unknown'],
    ['a variable that holds a number', { variable: '5' }, undefined, 'assignee_unknown'],
    ['a group without members', { groups: ['nobody@sandbox.test'] }, undefined, 'assignees_empty'],
    ['a missing variable', { variable: 'text' }, {}, 'assignees_empty'],
    ['an empty list', { variable: '[]' }, undefined, 'assignees_empty'],
  ];
  for (const [what, assignees, variables, code] of REFUSED)
    it(`fail on ${what}, and nothing is stored: ${code}`, async () => {
      const counts = () =>
        Promise.all(['requests', 'notifications', 'prompt_templates', 'delivery_orders'].map(countRows));
      const before = await counts();
      const { status, error } = await askWhom(assignees, variables);
      expect([status, error!.code, error!.nodeId]).to.deep.equal(['failed', code, 'ask']);
      expect(error!.message).to.be.a('string').and.match(/\w/);
      expect(await counts()).to.deep.equal(before);
    });

  const countRows = async (table: string) =>
    Number((await stage.services.ground.reader(table).count({ n: '*' }).first())!['n']);

  it('fail when the directory refuses to answer, and nothing is stored', async () => {
    const before = await countRows('requests');
    stage.product.sandbox.graph.meddle(() => ({ status: 403 }));
    const { status, error } = await askWhom({ users: ['grace@sandbox.test', 'hedy@sandbox.test'] });
    stage.product.sandbox.graph.meddle(null);
    expect([status, error!.code]).to.deep.equal(['failed', 'directory_denied']);
    expect(await countRows('requests')).to.equal(before);
  });

  describe('outside the directory', () => {
    const OUTSIDE = 'customer@example.com';

    it('are refused, unless the node allows them', async () => {
      const { error } = await askWhom({ users: [OUTSIDE] });
      expect(error!.code).to.equal('assignee_unknown');
    });

    it('are asked by e-mail only, and answer there', async () => {
      const { id } = await askWhom({ users: [OUTSIDE] }, undefined, { allowExternalEmail: true });
      await stage.tick();
      const form = await openForm(await mailedLink(stage.product, OUTSIDE, 'You?'));
      expect(form.markup, 'no way into the web client').to.not.include('/#/open/notifications/');
      expect((await sendForm(form, { f_value: 'From outside' })).status).to.equal(200);
      const { context } = await stage.product.reached(stage.ada, id, 'completed');
      expect(context!['ask']).to.deep.include({ value: 'From outside', channel: 'email', verifiedBy: 'token' });
      expect((context!['ask'] as { respondedBy: unknown }).respondedBy).to.deep.equal({
        id: `mailto:${OUTSIDE}`,
        displayName: OUTSIDE,
      });
    });

    it('are refused without e-mail: when the flow is saved, or when a stored one runs', async () => {
      const human = (channels: string[]) => {
        const assignees = { users: ['grace@sandbox.test', OUTSIDE] };
        return { inputType: 'text', prompt: 'You?', assignees, allowExternalEmail: true, channels };
      };
      for (const channels of [['teams'], []]) {
        const refused = await stage.ada.call('POST', '/flows', asking({ id: 'strangers', human: human(channels) }));
        expect(expectProblem(refused, 422, 'validation_failed').fields).to.have.all.keys('nodes.ask.config.channels');
      }
      const stored = asking({ id: 'strangers', human: human(['email']) });
      await publish(stage.ada, stored);
      stored.nodes[1]!.config['channels'] = ['teams'];
      await stage.services.ground.units.run(({ trx }) =>
        trx('flow_versions')
          .where({ flow_id: stored.id })
          .update({ definition: JSON.stringify(stored) }),
      );
      const id = await stage.product.run(stage.ada, stored.id);
      const { error } = await stage.product.reached(stage.ada, id, 'waiting', 'failed');
      expect(error).to.include({ code: 'assignee_unreachable' });
      expect(error!.message).to.include(OUTSIDE);
      expect(await asked(id)).to.deep.equal([]);
    });

    it('are never confused with a signed-in person with the same address', async () => {
      const joan = 'joan@fabrikam.test';
      const guest = await stage.product.as(joan);
      const known = await askWhom({ users: [joan] }, undefined, { allowExternalEmail: true });
      expect(await asked(known.id), 'known to the directory').to.not.deep.equal([joan]);
      await answered(guest, `${known.id}-ask`, 'As a guest');
    });
  });

  describe('with a proven identity only', () => {
    it('get mails without a token, and none is accepted', async () => {
      const { id } = await askWhom({ users: ['grace@sandbox.test'] }, undefined, { requireIdentity: true });
      await stage.tick();
      const mail = await stage.product.sandbox.mail.waitFor(({ text }) => text.includes(`${id}-ask`));
      expect(mail.text + mail.html).to.not.include('token=');
      expect(await stage.services.ground.reader('tokens').where({ request_id: `${id}-ask` })).to.deep.equal([]);
      await answered(stage.grace, `${id}-ask`, 'Signed in');
    });

    it('are refused on save if that is impossible', async () => {
      const impossible: [object, string][] = [
        [{ requireIdentity: true, channels: ['email'] }, 'nodes.ask.channels'],
        [{ requireIdentity: true, allowExternalEmail: true }, 'nodes.ask.allowExternalEmail'],
        [
          { inputType: 'form', allowExternalEmail: true, variables: [{ name: 'scan', type: 'file', required: true }] },
          'nodes.ask.allowExternalEmail',
        ],
      ];
      for (const [more, field] of impossible) {
        const human = { inputType: 'text', prompt: 'You?', assignees: { users: ['grace@sandbox.test'] }, ...more };
        const refused = await stage.ada.call<Problem>('POST', '/flows', asking({ id: 'impossible', human }));
        expect(Object.keys(expectProblem(refused, 422, 'validation_failed').fields!).join()).to.match(
          new RegExp(`${field.split('.').at(-1)}$`),
        );
      }
    });
  });
});
