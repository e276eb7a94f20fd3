import { expect } from 'chai';
import type { FlowEdge } from '../../contract/flows.ts';
import { NEXT_LIMITS, type NextPlace, type NextStep } from '../../contract/nextSteps.ts';
import { nextWords } from '../../contract/nextWords.ts';
import { speechFor } from '../../contract/speech.ts';
import { nextSteps, type ChosenField } from '../../server/flow/nextRules.ts';

const NODES = [
  { id: 'ask', type: 'human', config: {} },
  { id: 'book', type: 'http', name: 'Book the trip', config: {} },
  { id: 'finance', type: 'human', name: 'Ask finance', config: {} },
  { id: 'unnamed', type: 'set', config: {} },
  { id: 'end', type: 'end', name: 'Done', config: {} },
];
const APPROVAL: ChosenField = { name: 'value', path: ['value'], values: ['approved', 'rejected'] };
const BOOK: NextPlace = { kind: 'node', name: 'Book the trip' };
const FINANCE: NextPlace = { kind: 'node', name: 'Ask finance' };
const END: NextPlace = { kind: 'end' };
const FAILS: NextStep = { when: { kind: 'timeout' }, places: [{ kind: 'failure' }] };

const to = (node: string, more: Partial<FlowEdge> = {}): FlowEdge => ({ from: 'ask', to: node, ...more });
const on = (values: string[], places: NextPlace[], more: Partial<NextStep> = {}): NextStep => ({
  when: { kind: 'answer', field: 'value', values },
  places,
  ...more,
});
const stepsOf = (edges: FlowEdge[], fields = [APPROVAL]) =>
  nextSteps({ nodes: NODES, edges }, { nodeId: 'ask', names: ['ask'], fields });
const fieldOf = (count: number): ChosenField => ({
  ...APPROVAL,
  values: Array.from({ length: count }, (_, n) => `v${n}`),
});

describe('the next steps after a question', () => {
  it('are listed for each answer, and for no answer', () => {
    expect(stepsOf([to('book', { when: 'ask.value = "approved"' }), to('end')])).to.deep.equal([
      on(['approved'], [BOOK]),
      on(['rejected'], [END]),
      FAILS,
    ]);
  });

  it('are one if the answer makes no difference', () => {
    expect(stepsOf([to('unnamed')])).to.deep.equal([
      { when: { kind: 'always' }, places: [{ kind: 'node', name: 'unnamed' }] },
      FAILS,
    ]);
  });

  it('are one if every answer leads there', () => {
    const [only] = stepsOf([to('book', { when: 'ask.value = "approved"' }), to('book')]);
    expect(only).to.deep.equal({ when: { kind: 'always' }, places: [BOOK] });
  });

  it('depend on the data if conditions test more than the answer', () => {
    const edges = [
      to('finance', { when: 'ask.value = "approved" and amount > 1000' }),
      to('book', { when: 'ask.value = "approved"' }),
      to('end'),
    ];
    expect(stepsOf(edges)).to.deep.equal([
      on(['approved'], [FINANCE, BOOK], { dependsOn: 'data' }),
      on(['rejected'], [END]),
      FAILS,
    ]);
    expect(stepsOf([to('finance', { when: 'amount > 1000' }), to('book')])[0]).to.deep.equal({
      when: { kind: 'always' },
      places: [FINANCE, BOOK],
      dependsOn: 'data',
    });
  });

  it('depend on the data if one condition does, whatever the others test', () => {
    for (const [first, second] of [
      ['amount > 1000', '$exists(ask.comment)'],
      ['$exists(ask.comment)', 'amount > 1000'],
    ])
      expect(stepsOf([to('finance', { when: first }), to('book', { when: second }), to('end')])[0]).to.deep.equal({
        when: { kind: 'always' },
        places: [FINANCE, BOOK, END],
        dependsOn: 'data',
      });
  });

  it('depend on the answers if several people answer, or they are texts', () => {
    expect(stepsOf([to('book', { when: 'ask.value = "approved"' }), to('end')], [])[0]).to.deep.equal({
      when: { kind: 'always' },
      places: [BOOK, END],
      dependsOn: 'answers',
    });
  });

  it('are listed by the first field of a form that decides', () => {
    const fields: ChosenField[] = [
      { name: 'colour', path: ['values', 'colour'], values: ['red', 'blue'] },
      { name: 'step', path: ['values', 'step'], values: ['close', 'review'] },
    ];
    const steps = stepsOf([to('finance', { when: 'ask.values.step = "review"' }), to('end')], fields);
    expect(steps[0]).to.deep.equal({ when: { kind: 'answer', field: 'step', values: ['close'] }, places: [END] });
    expect(steps[1]).to.deep.equal({ when: { kind: 'answer', field: 'step', values: ['review'] }, places: [FINANCE] });
  });

  it('include the deadline: its own edge, or else the one for errors', () => {
    const late = (edges: FlowEdge[]) => stepsOf([to('end'), ...edges]).at(-1)!.places;
    expect(late([to('finance', { on: 'error' }), to('book', { on: 'timeout' })])).to.deep.equal([BOOK]);
    expect(late([to('finance', { on: 'error' })])).to.deep.equal([FINANCE]);
  });

  it('are a failure if no condition holds and there is no other edge', () => {
    expect(stepsOf([to('book', { when: 'ask.value = "approved"' })])[1]).to.deep.equal(
      on(['rejected'], [{ kind: 'failure' }]),
    );
  });

  it('stay short: many options become "others", many edges are merged, names are cut', () => {
    const [one, others] = stepsOf([to('book', { when: 'ask.value = "v3"' }), to('end')], [fieldOf(40)]);
    expect(one).to.deep.equal(on(['v3'], [BOOK]));
    expect(others).to.deep.equal({ when: { kind: 'otherwise' }, places: [END] });
    const halves = to('book', {
      when: `ask.value in [${fieldOf(20)
        .values.map((v) => `"${v}"`)
        .join(',')}]`,
    });
    expect(stepsOf([halves, to('end')], [fieldOf(40)])[0]!.when).to.deep.equal({ kind: 'always' });
    const names = fieldOf(30).values;
    const nodes = names.map((id) => ({ id, type: 'set', name: `😀${id}`.repeat(90), config: {} }));
    const edges = names.map((id) => to(id, { when: `ask.value = "${id}"` }));
    const [all] = nextSteps({ nodes, edges }, { nodeId: 'ask', names: ['ask'], fields: [fieldOf(30)] });
    expect(all!.places).to.have.length(NEXT_LIMITS.places);
    for (const place of all!.places) expect([...(place as { name: string }).name]).to.have.length(NEXT_LIMITS.name);
  });

  it('are empty without a flow around the question', () => {
    expect(nextSteps({ nodes: [], edges: [] }, { nodeId: 'ask', names: ['ask'], fields: [] })).to.deep.equal([]);
  });
});

describe('the next steps in words', () => {
  const specs = [
    { name: 'value', options: [{ value: 'approved', label: 'Approve' }, { value: 'later' }] },
    { name: 'step', label: 'Next step', options: [{ value: 'close', label: 'Close it' }] },
  ];
  const words = (step: NextStep, language: string) => {
    const { locale, say } = speechFor(language);
    return nextWords(step, specs, { locale, say: (id, values) => say(id, values) });
  };

  it('name answers by their labels, and places by their names', () => {
    expect(words(on(['approved', 'later'], [BOOK]), 'en')).to.equal('If “Approve” or “later”: “Book the trip”.');
    expect(words(on(['approved'], [FINANCE, END], { dependsOn: 'data' }), 'en')).to.equal(
      'If “Approve”: “Ask finance” or the flow ends, depending on the data.',
    );
    expect(words(FAILS, 'en')).to.equal('If the time runs out: the flow stops with an error.');
  });

  // cspell:disable
  it('are also in German, and name the field of a form', () => {
    const step: NextStep = { when: { kind: 'answer', field: 'step', values: ['close'] }, places: [END] };
    expect(words(step, 'de')).to.equal('Bei „Close it“ unter „Next step“: der Flow endet.');
    expect(words({ when: { kind: 'always' }, places: [BOOK, END], dependsOn: 'answers' }, 'de')).to.equal(
      'Je nachdem, was geantwortet wird: „Book the trip“ oder der Flow endet.',
    );
  });
  // cspell:enable
});
