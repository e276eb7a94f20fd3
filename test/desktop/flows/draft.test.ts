import { expect } from 'chai';
import fc from 'fast-check';
import {
  connect,
  disconnect,
  edgesOf,
  freeId,
  insertAfter,
  insertOnEdge,
  mayRemove,
  moveEdge,
  nodesOf,
  refusalToConnect,
  remove,
  setConfig,
  setEdge,
  setName,
  type Draft,
} from '../../../desktop/renderer/flows/draft/draft.ts';
import { changesBetween, typedAt } from '../../../desktop/renderer/flows/draft/changes.ts';
import { beginHistory, change, redo, settle, undo } from '../../../desktop/renderer/flows/draft/history.ts';
import { rewriteJson } from '../../../desktop/renderer/flows/draft/jsonText.ts';
import { refusalOfId, renameIn, renameNode } from '../../../desktop/renderer/flows/draft/renaming.ts';

const START: Draft = {
  id: 'flow',
  name: 'Flow',
  nodes: [
    { id: 'start', type: 'start', config: {} },
    { id: 'ask', type: 'human', name: 'Ask', config: { prompt: 'May I, {{ start }}?' } },
    { id: 'end', type: 'end', config: {} },
  ],
  edges: [
    { from: 'start', to: 'ask' },
    { from: 'ask', to: 'end' },
  ],
};

const ways = (draft: Draft) => edgesOf(draft).map(({ from, to, when }) => [from, to, when].filter(Boolean).join(' '));
const message = { type: 'message', name: 'Say so', config: { text: 'Hello' } };
const noExpression = () => false;

type Action = (draft: Draft) => Draft;
const place = fc.nat({ max: 30 });
const idAt = (draft: Draft, n: number) => String(nodesOf(draft)[n % nodesOf(draft).length]!['id']);
const types = fc.constantFrom('message', 'human', 'end', 'parallel', 'join', 'condition', 'directory_get_user');

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.tuple(place, types).map(
    ([n, type]): Action =>
      (draft) =>
        insertAfter(draft, idAt(draft, n), { type, name: 'x' }).draft,
  ),
  fc.tuple(place, types).map(
    ([n, type]): Action =>
      (draft) =>
        insertOnEdge(draft, n, { type, name: 'x' }).draft,
  ),
  fc.tuple(place, place).map(
    ([n, m]): Action =>
      (draft) =>
        connect(draft, idAt(draft, n), idAt(draft, m)),
  ),
  place.map(
    (n): Action =>
      (draft) =>
        disconnect(draft, n),
  ),
  place.map(
    (n): Action =>
      (draft) =>
        remove(draft, idAt(draft, n)).draft,
  ),
  place.map(
    (n): Action =>
      (draft) =>
        setConfig(draft, idAt(draft, n), { text: 'changed' }),
  ),
  fc.tuple(place, fc.constantFrom('', 'Name')).map(
    ([n, name]): Action =>
      (draft) =>
        setName(draft, idAt(draft, n), name),
  ),
  fc.tuple(place, fc.constantFrom<1 | -1>(1, -1)).map(
    ([n, step]): Action =>
      (draft) =>
        moveEdge(draft, n, step),
  ),
  fc.tuple(place, fc.option(fc.constantFrom('a = 1', 'ask.value = "x"'), { nil: undefined })).map(
    ([n, when]): Action =>
      (draft) =>
        setEdge(draft, n, { when }),
  ),
  fc.tuple(place, fc.constantFrom('renamed', 'start', 'else1')).map(
    ([n, to]): Action =>
      (draft) =>
        renameNode(draft, idAt(draft, n), to, noExpression),
  ),
);

describe('desktop: a flow as it is drawn', () => {
  it('keeps edges between existing nodes, ids unique, and a start and an end, whatever is done', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        const draft = actions.reduce((each, next) => next(each), START);
        const ids = nodesOf(draft).map(({ id }) => id);
        expect(new Set(ids).size).to.equal(ids.length);
        for (const { from, to } of edgesOf(draft)) expect(ids).to.include.members([from, to]);
        const types = nodesOf(draft).map(({ type }) => type);
        expect(types.filter((type) => type === 'start')).to.have.length(1);
        expect(types).to.include('end');
        const byId = new Map(nodesOf(draft).map((node) => [node['id'], node['type']]));
        for (const { from, to } of edgesOf(draft)) {
          expect(byId.get(from)).not.to.equal('end');
          expect(byId.get(to)).not.to.equal('start');
        }
      }),
    );
  });

  it('undoes step by step, and redoes', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 20 }), (actions) => {
        const first = JSON.stringify(START, null, 2);
        let history = beginHistory(first);
        for (const next of actions) {
          const { present } = history;
          history = change(history, rewriteJson(present, next(JSON.parse(present) as Draft)), null);
        }
        const last = history.present;
        const steps = history.past.length;
        for (let n = 0; n < steps; n += 1) history = undo(history);
        expect(history.present).to.equal(first);
        expect(undo(history)).to.equal(history);
        for (let n = 0; n < steps; n += 1) history = redo(history);
        expect(history.present).to.equal(last);
        expect(redo(history)).to.equal(history);
      }),
    );
  });

  it('undoes what was typed into one field at once', () => {
    const typed = ['a', 'ab', 'abc'].reduce((each, text) => change(each, text, 'name'), beginHistory(''));
    expect(undo(typed).present).to.equal('');
    const apart = change(settle(typed), 'abcd', 'name');
    expect(undo(apart).present).to.equal('abc');
    expect(change(undo(apart), 'x', 'name').future).to.deep.equal([]);
  });

  it('inserts a node after another one, on its edge', () => {
    const { draft, nodeId } = insertAfter(START, 'ask', message);
    expect(nodeId).to.equal('message');
    expect(ways(draft)).to.deep.equal(['start ask', 'ask message', 'message end']);
    expect(nodesOf(draft).map(({ id }) => id)).to.deep.equal(['start', 'ask', 'message', 'end']);
  });

  it('starts another branch after a parallel node, and an edge where there was none', () => {
    const forked = insertAfter(START, 'start', { type: 'parallel', name: 'Both' }).draft;
    const more = insertAfter(forked, 'parallel', message).draft;
    expect(ways(more)).to.include.members(['parallel ask', 'parallel message', 'message end']);
    const cut = disconnect(START, 1);
    expect(ways(insertAfter(cut, 'ask', message).draft)).to.include.members(['ask message', 'message end']);
  });

  it('leaves a condition with the half of a split edge that tests it', () => {
    const asked = setEdge(START, 1, { when: 'ask.value = "approved"' });
    expect(ways(insertOnEdge(asked, 1, message).draft)).to.deep.equal([
      'start ask',
      'ask message ask.value = "approved"',
      'message end',
    ]);
  });

  it('reconnects the flow around a removed node', () => {
    expect(ways(remove(START, 'ask').draft)).to.deep.equal(['start end']);
    expect(remove(START, 'start').draft).to.equal(START);
    expect(mayRemove(START, 'end')).to.equal(false);
    const loop = connect(START, 'ask', 'ask');
    expect(ways(remove(loop, 'ask').draft)).to.deep.equal(['start end']);
  });

  it('connects whatever can be connected, once', () => {
    expect(refusalToConnect(START, 'end', 'ask')).to.equal('end');
    expect(refusalToConnect(START, 'ask', 'start')).to.equal('start');
    expect(refusalToConnect(START, 'start', 'ask')).to.equal('twice');
    expect(ways(connect(START, 'start', 'end'))).to.deep.equal(['start ask', 'start end', 'ask end']);
    expect(connect(START, 'nowhere', 'end')).to.equal(START);
  });

  it("describes another version's differences, step by step", () => {
    const added = insertAfter(START, 'ask', message).draft;
    expect(changesBetween(START, START)).to.deep.equal([]);
    expect(changesBetween(START, added)).to.deep.equal([
      { kind: 'changed', name: 'Ask' },
      { kind: 'added', name: 'Say so' },
    ]);
    expect(changesBetween(added, { ...START, name: 'Other' })).to.deep.equal([
      { kind: 'changed', name: null },
      { kind: 'changed', name: 'Ask' },
      { kind: 'removed', name: 'Say so' },
    ]);
    const { id, name, ...rest } = START;
    expect(changesBetween(START, { ...rest, name, id })).to.deep.equal([]);
  });

  it('groups typing in one field, and makes all other changes single steps', () => {
    const config = { prompt: 'May I?', options: [{ value: 'a', label: 'A' }, { value: 'b' }], isHtml: false };
    const [a, b] = config.options;
    for (const [after, place] of [
      [{ ...config, prompt: 'May I' }, 'prompt'],
      [{ ...config, timeout: 'PT1H' }, 'timeout'],
      [{ options: config.options, isHtml: false }, 'prompt'],
      [{ ...config, options: [a, { ...b, label: 'B' }] }, 'options.1.label'],
      [{ ...config, options: [a] }, null],
      [{ ...config, options: [b, a] }, null],
      [{ ...config, isHtml: true }, null],
      [{ ...config, prompt: '', timeout: 'PT1H' }, null],
      [config, null],
    ] as const)
      expect(typedAt(config, after), JSON.stringify(after)).to.equal(place);
  });

  it('derives ids from type names', () => {
    expect(freeId(START, 'directory_get_manager')).to.equal('directoryGetManager');
    expect(freeId(START, 'end')).to.equal('end2');
    expect(freeId(START, '3d')).to.equal('node');
  });

  it('renames a node in references to the context, but not equal names in items, texts and patterns', () => {
    for (const [before, after] of [
      ['items[id = $$.ask.value]', 'items[id = $$.it.value]'],
      ['$.ask.value & ask', '$.it.value & it'],
      ['items[ask = 1].ask[0].(ask & $.ask)', null],
      ['items.$string(ask) & $string(ask)', 'items.$string(ask) & $string(it)'],
      ['items{ask: $sum(ask)} ~> $keys()', null],
      ['items^(>ask).name', null],
      ['items.*[ask = 1]', null],
      ['$match(name, /ask[/ask]|[^ask]\\/ask/i) and ask', '$match(name, /ask[/ask]|[^ask]\\/ask/i) and it'],
      ['total / ask / 2', 'total / it / 2'],
      ['$map(items, function($i) { $i.ask = ask })', '$map(items, function($i) { $i.ask = it })'],
      ['{"ask": ask, "list": [ask]}', '{"ask": it, "list": [it]}'],
      ['/* ask */ `ask`.value', '/* ask */ `it`.value'],
      ['askMore + asked', null],
    ] as const)
      expect(renameIn(before, 'ask', 'it'), before).to.equal(after ?? before);
    const inText = (text: string) => {
      const told = { id: 'tell', type: 'message', config: { text } };
      const renamed = renameNode({ ...START, nodes: [...nodesOf(START), told] }, 'ask', 'it', noExpression);
      return (nodesOf(renamed).at(-1)!['config'] as { text: string }).text;
    };
    expect(inText('ask {{ {"a": {"b": 1}}.a.b = ask }} ask {{ask}}')).to.equal(
      'ask {{ {"a": {"b": 1}}.a.b = it }} ask {{it}}',
    );
  });

  it('leaves an expression unchanged, letter by letter, if it does not contain the name', () => {
    const part = fc.constantFrom(
      'ask',
      '$',
      '$$',
      '.',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      '"',
      "'",
      '/',
      '\\',
      '`',
      ' ',
      '*/',
      '/*',
      '1',
      'and',
      'function',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const text = parts.join('');
        expect(renameIn(text, 'other', 'it')).to.equal(text);
        expect(renameIn(renameIn(text, 'ask', 'askAgain'), 'askAgain', 'ask')).to.equal(text);
      }),
    );
  });

  it('renames a node wherever it is referenced, and nothing else', () => {
    expect(renameIn('ask.value = "ask" and task.ask and $ask and ask', 'ask', 'it')).to.equal(
      'it.value = "ask" and task.ask and $ask and it',
    );
    const draft: Draft = {
      ...START,
      nodes: [
        ...nodesOf(START),
        { id: 'tell', type: 'message', config: { text: 'ask {{ ask.value }}', list: [{ whole: 'ask.value' }] } },
      ],
      edges: [{ from: 'ask', to: 'end', when: 'ask.value = "ask"' }],
    };
    const renamed = renameNode(draft, 'ask', 'decide', (_type, path) => path.at(-1) === 'whole');
    expect(nodesOf(renamed).at(-1)!['config']).to.deep.equal({
      text: 'ask {{ decide.value }}',
      list: [{ whole: 'decide.value' }],
    });
    expect(edgesOf(renamed)).to.deep.equal([{ from: 'decide', to: 'end', when: 'decide.value = "ask"' }]);
    expect(refusalOfId(START, 'ask', 'start')).to.equal('taken');
    expect(refusalOfId(START, 'ask', '2x')).to.equal('form');
    expect(refusalOfId(START, 'ask', 'ask')).to.equal(null);
  });
});
