import { expect } from 'chai';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { ExecutionView } from '../../contract/executions.ts';
import { expectProblem, publish, useStage } from '../scenarios/support.ts';
import type { TestProductOptions } from '../support/product.ts';
import { piece, refuses, says, speaks, startLlmEndpoint, streams, type LlmEndpoint } from '../support/llmEndpoint.ts';

let flows = 0;
/** `start > write > end`, and `end_error` if the node fails. */
function writing(config: object): FlowDefinition {
  return {
    id: `writing-${++flows}`,
    name: 'Writing',
    nodes: [
      { id: 'start', type: 'start', config: { variables: [{ name: 'topic', type: 'text' }] } },
      { id: 'write', type: 'llm', config: config as FlowDefinition['nodes'][number]['config'] },
      { id: 'end', type: 'end', config: {} },
      { id: 'failed', type: 'end', config: {} },
    ],
    edges: [
      { from: 'start', to: 'write' },
      { from: 'write', to: 'end' },
      { from: 'write', to: 'failed', on: 'error' },
    ],
  };
}

describe('The language model node', () => {
  let endpoint: LlmEndpoint;
  before(async () => {
    endpoint = await startLlmEndpoint();
    options.config = { llm: endpoint.config };
  });
  after(() => endpoint.close());
  const options: TestProductOptions = {};
  const stage = useStage(options);
  beforeEach(() => endpoint.behave(says('Hello')));

  async function run(config: object, topic = 'tea'): Promise<ExecutionView> {
    const id = await stage.product.run(stage.ada, await publish(stage.ada, writing(config)), { topic });
    return stage.product.reached(stage.ada, id, 'completed', 'failed');
  }
  const turns = () => endpoint.asked.at(-1)!.body.messages;

  it('puts text, model and usage into the context, under its id and under another name', async () => {
    endpoint.behave(says('Tea is ', 'hot.'));
    const { status, context, timeline } = await run({
      prompt: 'Write about {{ topic }}.',
      instructions: 'You love {{ topic }}.',
      model: 'large',
      temperature: 0.5,
      maxTokens: 50,
      outputVariable: 'poem',
    });
    const output = {
      text: 'Tea is hot.',
      model: 'small-2026',
      isComplete: true,
      usage: { inputTokens: 12, outputTokens: 3 },
    };
    expect(status).to.equal('completed');
    expect(context).to.deep.include({ write: output, poem: output });
    expect(timeline.find(({ type }) => type === 'llm')!.summary).to.equal('Tea is hot.');
    expect(endpoint.asked.at(-1)!.body).to.include({ model: 'large', temperature: 0.5, max_tokens: 50 });
    expect(turns()).to.deep.equal([
      { role: 'system', content: 'You love tea.' },
      { role: 'user', content: 'Write about tea.' },
    ]);
  });

  it('shows the model the log of its chat, if configured', async () => {
    const flow = await publish(stage.ada, writing({ prompt: 'Sum it up.', useChat: true }));
    const body = { name: 'Talk', instructions: 'Be brief.', flowId: flow };
    const chat = (await stage.tim.call<{ id: string }>('POST', '/chats', body)).body.id;
    const posted = await stage.tim.call<{ executionId: string }>('POST', `/chats/${chat}/messages`, {
      content: 'I like tea',
    });
    await stage.product.reached(stage.tim, posted.body.executionId, 'completed');
    expect(turns()).to.deep.equal([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'I like tea\n\nSum it up.' },
    ]);
    const alone = await stage.product.run(stage.tim, flow);
    await stage.product.reached(stage.tim, alone, 'completed');
    expect(turns()).to.deep.equal([{ role: 'user', content: 'Sum it up.' }]);
  });

  it('shows it what the flow itself has just said there', async () => {
    const definition = writing({ prompt: 'Sum it up.', useChat: true });
    definition.nodes.push({ id: 'said', type: 'message', config: { text: 'Let me think' } });
    const [first, ...rest] = definition.edges;
    definition.edges = [{ from: first!.from, to: 'said' }, { from: 'said', to: first!.to }, ...rest];
    const flowId = await publish(stage.ada, definition);
    const chat = (await stage.tim.call<{ id: string }>('POST', '/chats', { name: 'Talk', flowId })).body.id;
    const posted = await stage.tim.call<{ executionId: string }>('POST', `/chats/${chat}/messages`, { content: 'Tea' });
    await stage.product.reached(stage.tim, posted.body.executionId, 'completed');
    expect(turns()).to.deep.include({ role: 'assistant', content: 'Let me think' });
  });

  it('fails with a code that the flow can branch on', async () => {
    endpoint.behave(refuses(429, {}, { 'retry-after': '9' }));
    const { status, timeline } = await run({ prompt: 'Hi' });
    expect(status).to.equal('completed');
    expect(timeline.map(({ nodeId }) => nodeId)).to.include('failed');
    const { error } = timeline.find(({ type }) => type === 'llm')!;
    expect(error!.code).to.equal('llm_busy');
    expect(error!.message).to.include('9 s');
  });

  it('returns nothing and fails if the answer broke off', async () => {
    endpoint.behave((response) => void streams(response).write(piece('Half of'), () => response.destroy()));
    const { context, timeline } = await run({ prompt: 'Hi', outputVariable: 'poem' });
    expect(timeline.map(({ nodeId }) => nodeId))
      .to.include('failed')
      .and.not.include('end');
    expect(timeline.find(({ type }) => type === 'llm')!.error!.code).to.equal('llm_broken_stream');
    expect(context).to.not.have.property('poem');
    expect(JSON.stringify(context)).to.not.include('Half of');
  });

  it('stops asking when its execution is cancelled', async () => {
    const { behaviour, begun } = speaks();
    endpoint.behave(behaviour);
    const id = await stage.product.run(stage.ada, await publish(stage.ada, writing({ prompt: 'Hi' })));
    const response = await begun;
    const closed = new Promise((resolve) => response.once('close', resolve));
    expect((await stage.ada.call('POST', `/executions/${id}/cancel`)).status).to.equal(200);
    await closed;
  });

  it('is checked when the flow is saved', async () => {
    const fields = async (config: object) => {
      const refused = await stage.ada.call('POST', '/flows', writing(config));
      return Object.keys(expectProblem(refused, 422, 'validation_failed').fields!);
    };
    expect(await fields({})).to.deep.equal(['nodes.write.config.prompt']);
    expect(await fields({ prompt: 'Hi', temperature: 3 })).to.deep.equal(['nodes.write.config.temperature']);
    expect(await fields({ prompt: '{{ ( }}' })).to.deep.equal(['nodes.write.config.prompt']);
  });
});

describe('The language model node without a language model', () => {
  const stage = useStage();

  it('can be saved, and fails saying what is missing', async () => {
    const id = await stage.product.run(stage.ada, await publish(stage.ada, writing({ prompt: 'Hi' })));
    const { timeline } = await stage.product.reached(stage.ada, id, 'completed');
    const { error } = timeline.find(({ type }) => type === 'llm')!;
    expect(error!.code).to.equal('llm_not_configured');
    expect(error!.message).to.include('LLM_BASE_URL').and.include('LLM_MODEL');
  });
});
