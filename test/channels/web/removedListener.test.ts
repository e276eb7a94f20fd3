import { expect } from 'chai';
import { answered, MINUTE_MS, useStage } from '../../scenarios/support.ts';
import { beating, listen, type Listening } from '../../support/listen.ts';
import { until } from '../../support/until.ts';

describe('an event stream that stays open for long', () => {
  const stage = useStage();
  const listening: Listening[] = [];
  afterEach(() => listening.splice(0).forEach((each) => each.close()));

  async function listenAs(name: string): Promise<Listening> {
    const stream = await listen(stage.product.url, await stage.product.sandbox.tokenFor(`${name}@sandbox.test`));
    listening.push(stream);
    await beating(stream);
    return stream;
  }
  const ask = (...names: string[]) =>
    stage.ask({
      inputType: 'text',
      prompt: 'Heard?',
      assignees: { users: names.map((name) => `${name}@sandbox.test`) },
    });
  const people = () => stage.product.sandbox.tenant.people;

  it('tells nothing more to somebody who was removed from the directory two minutes ago', async () => {
    const stream = await listenAs('radia');
    const request = await ask('radia', 'grace');
    await until(() => stream.of('human_input_required').length === 1);
    people().splice(
      people().findIndex(({ key }) => key === 'radia'),
      1,
    );
    stage.advance(2 * MINUTE_MS + 1);
    await answered(stage.grace, request, 'Yes');
    await until(() => stream.isOver);
    expect(stream.of('request_updated')).to.deep.equal([]);
  });

  it('waits while the directory does not answer, and then tells everything', async () => {
    const stream = await listenAs('grace');
    stage.advance(2 * MINUTE_MS + 1);
    const { graph } = stage.product.sandbox;
    const groups = `/users/${people().find(({ key }) => key === 'grace')!.id}/transitiveMemberOf`;
    let failed = 0;
    graph.meddle(({ path }) => (path.startsWith(groups) && ++failed ? { status: 503, retryAfterSeconds: 600 } : null));
    await ask('grace');
    await until(() => failed > 0);
    await ask('grace');
    expect(stream.of('human_input_required')).to.deep.equal([]);
    graph.meddle(null);
    await stage.services.streams.heartbeat();
    await until(() => stream.of('human_input_required').length === 2);
    expect(stream.isOver).to.equal(false);
  });
});
