import { expect } from 'chai';
import { insertAfter, insertOnEdge, nodesOf, type Draft } from '../../../desktop/renderer/flows/draft/draft.ts';

const START: Draft = {
  nodes: [
    { id: 'start', type: 'start', name: 'Start' },
    { id: 'end', type: 'end', name: 'Done' },
  ],
  edges: [{ from: 'start', to: 'end' }],
};
const wait = { type: 'delay', name: 'Wait' };

describe('desktop/renderer/flows: the name of a new step', () => {
  it('is one that no other step has', () => {
    const once = insertAfter(START, 'start', wait).draft;
    const twice = insertAfter(once, 'start', wait).draft;
    const thrice = insertOnEdge(twice, 0, wait).draft;
    expect(nodesOf(thrice).map(({ name }) => name)).to.have.members(['Start', 'Wait', 'Wait 2', 'Wait 3', 'Done']);
  });
});
