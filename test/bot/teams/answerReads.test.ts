import { expect } from 'chai';
import { NAMES, useTeams } from './teamsStage.ts';

describe('an answer from Teams', () => {
  const stage = useTeams();
  before(() => stage.meet('grace'));

  it('reads the row of its request twice, and the flow that continues reads the outcome', async () => {
    const { reader, database } = stage.services.ground;
    await stage.askInTeams({ inputType: 'approval', prompt: 'Go?', assignees: { users: [NAMES.grace] } });
    await stage.tick();
    const sent: string[] = [];
    const note = ({ sql }: { sql: string }) => void sent.push(sql);
    const both = new Set([reader, database.writer]);
    for (const db of both) db.on('query', note);
    await stage.submit('grace', stage.last('grace'), { f_value: 'o0' });
    for (const db of both) db.removeListener('query', note);
    const reads = sent.filter((sql) => /\b(from|join) [`"]?requests\b/i.test(sql));
    expect(reads).to.have.length(3);
    expect(reads[0], 'looked up, with its question')
      .to.match(/requests\.body/)
      .and.to.match(/notifications\.person/);
    expect(reads[1], 'its state under the lock')
      .to.match(/notifications\.person/)
      .and.not.to.match(/body/);
    expect(reads[2], 'its outcome for the flow').to.match(/payload/);
  });
});
