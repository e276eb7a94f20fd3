import { expect } from 'chai';
import jsonata from 'jsonata';
import { FUNCTIONS, mentionsIn, unknownFunctionIn } from '../../server/flow/mentionedNames.ts';

describe('the names in an expression', () => {
  const namesIn = (expression: string) => [...mentionsIn(expression).names];

  it('are those it looks up in the context, and none of list items', () => {
    for (const [expression, names] of [
      ['ask.value', ['ask']],
      ['$.ask.value & $$.other', ['ask', 'other']],
      ['items[id = 1].name', ['items']],
      ['items[id = $$.ask.value]', ['items', 'ask']],
      ['items.(name & $.name)', ['items']],
      ['items.$string(name)', ['items']],
      ['items{kind: $sum(amount)}', ['items']],
      ['items^(>amount)', ['items']],
      ['items ~> | kind | { "label": name } |', ['items']],
      ['$map(items, function($each) { $each.name & suffix })', ['items', 'suffix']],
      ['(first; second)[name = 1]', ['first', 'second']],
      ['{ "name": value }.name', ['value']],
      ['[one, two].name', ['one', 'two']],
      ['here ? there : elsewhere', ['here', 'there', 'elsewhere']],
      ['secret("key")', []],
    ] as const)
      expect(namesIn(expression), expression).to.have.members([...names]);
  });

  it('exclude variables that it assigns itself', () => {
    const variablesIn = (expression: string) => [...mentionsIn(expression).variables];
    expect(variablesIn('($x := 1; $map(items, function($y, $n) { $x + $y + $n }))')).to.deep.equal([]);
    expect(variablesIn('items@$item#$at.($item & $at)')).to.deep.equal([]);
    expect(variablesIn('$amount + $$.amount')).to.deep.equal(['amount']);
  });

  it('include unknown functions', () => {
    const unknownIn = (expression: string) => unknownFunctionIn(mentionsIn(expression));
    expect(unknownIn('$formatNumbers(amount, "#")')).to.equal('$formatNumbers');
    expect(unknownIn('items.$sums(amount)')).to.equal('$sums');
    expect(unknownIn('sum(items)')).to.equal('sum');
    expect(unknownIn('$eval("1")')).to.equal('$eval');
    for (const known of ['$sum(items)', '($f := function($n) { $n < 2 ? 1 : $f($n - 1) }; $f(3))', 'secret("key")'])
      expect(unknownIn(known), known).to.equal(null);
  });

  it('exclude all functions of JSONata', async () => {
    for (const name of FUNCTIONS) expect(await jsonata(`$type($${name})`).evaluate({}), name).to.equal('function');
  });
});
