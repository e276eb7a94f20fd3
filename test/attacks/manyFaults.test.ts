import { expect } from 'chai';
import { MOST_FAULTS } from '../../contract/problem.ts';
import type { CheckedFlow } from '../../contract/nodeTypes.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';

const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`name${n}`, 1]));

describe('A body with very many errors', () => {
  const stage = useStage();

  it('is answered with the first of them, in a response no longer than the body', async () => {
    const request = await stage.ask({
      inputType: 'form',
      prompt: 'Which?',
      assignees: { users: ['tim@sandbox.test'] },
      variables: [{ name: 'table', type: 'table', columns: [{ name: 'a' }] }],
    });
    const bodies: [method: string, path: string, body: unknown][] = [
      ['POST', '/chats', { name: 'x', ...names }],
      ['POST', '/assignments/preview', { principals: Array.from({ length: 20_000 }, () => ({ kind: 1 })) }],
      ['POST', `/user/notifications/${request}/respond`, { values: names }],
      ['POST', `/user/notifications/${request}/respond`, { values: { table: [names] } }],
    ];
    for (const [method, path, body] of bodies) {
      const problem = expectProblem(await stage.tim.call(method, path, body), 422, 'validation_failed');
      const told = Object.keys(problem.checks!);
      expect(told.length, path).to.be.within(1, MOST_FAULTS);
      expect(problem.fields).to.have.all.keys(told);
      expect(JSON.stringify(problem).length).to.be.below(MOST_FAULTS * 250);
    }
  });

  it('is refused as soon as it has too many: entries of a tree', async () => {
    const variables = [{ name: 'tree', type: 'hierarchy' }];
    const request = await stage.ask({
      inputType: 'form',
      prompt: 'Which?',
      assignees: { users: ['tim@sandbox.test'] },
      variables,
    });
    const leaves = (count: number) => Array.from({ length: count }, () => ({ label: '', more: 1 }));
    for (const tree of [
      leaves(40_000),
      Array.from({ length: 400 }, () => ({ label: 'x', children: leaves(100) })),
      [{ label: 'x', children: leaves(501) }],
    ]) {
      const answer = await stage.tim.call('POST', `/user/notifications/${request}/respond`, { values: { tree } });
      const problem = expectProblem(answer, 422, 'validation_failed');
      expect(problem.checks).to.deep.equal({ tree: { id: 'atMostEntries', values: { count: 500 } } });
    }
  });

  it('looks up a few people at a time, however many an answer names', async () => {
    const request = await stage.ask({
      inputType: 'form',
      prompt: 'Who?',
      assignees: { users: ['tim@sandbox.test'] },
      variables: [{ name: 'who', type: 'multiuser' }],
    });
    let [atOnce, most] = [0, 0];
    const { directory } = stage.services.people;
    const byAddress = directory.personByAddress;
    directory.personByAddress = async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 2));
      atOnce--;
      return null;
    };
    const who = Array.from({ length: 200 }, (_, n) => `nobody${n}@sandbox.test`);
    const answer = await stage.tim.call('POST', `/user/notifications/${request}/respond`, { values: { who } });
    directory.personByAddress = byAddress;
    const problem = expectProblem(answer, 422, 'validation_failed');
    expect([most, problem.checks!['who']!.id]).to.deep.equal([8, 'personUnknown']);
  });

  it('is checked in the same way for its author', async () => {
    const { body } = await stage.ada.call<CheckedFlow>('POST', '/flows/check', { id: 'x', ...names });
    expect(Object.keys(body.checks)).to.have.length(MOST_FAULTS).and.to.include.members(['name', 'nodes']);
  });
});
