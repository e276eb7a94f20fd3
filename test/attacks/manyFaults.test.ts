import { expect } from 'chai';
import { MOST_FAULTS } from '../../contract/problem.ts';
import type { CheckedFlow } from '../../contract/nodeTypes.ts';
import { expectProblem, useStage } from '../scenarios/support.ts';

const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`name${n}`, 1]));

describe('A body with very many mistakes', () => {
  const stage = useStage();

  it('is told the first of them, in an answer that is no longer than the body', async () => {
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

  it('is checked for its author in the same way', async () => {
    const { body } = await stage.ada.call<CheckedFlow>('POST', '/flows/check', { id: 'x', ...names });
    expect(Object.keys(body.checks)).to.have.length(MOST_FAULTS).and.to.include.members(['name', 'nodes']);
  });
});
