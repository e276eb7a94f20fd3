import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGathering, GATHER_MS } from '../../desktop/renderer/api/gather.ts';

const SOON_MS = 50;

describe('repeated requests within a moment', () => {
  it('run at once, and once more for all that came meanwhile', async () => {
    const done: string[][] = [];
    const ask = createGathering<string[]>((key) => void done.push(key));
    for (let n = 0; n < 1000; n++) {
      ask(['assignments']);
      if (n === 500) ask(['chats', 'C']);
    }
    expect(done).to.deep.equal([['assignments'], ['chats', 'C']]);
    await sleep(GATHER_MS + SOON_MS);
    expect(done).to.deep.equal([['assignments'], ['chats', 'C'], ['assignments']]);
    await sleep(GATHER_MS + SOON_MS);
    expect(done, 'and never again').to.have.length(3);
    ask(['chats', 'C']);
    expect(done).to.have.length(4);
  });
});
