import { expect } from 'chai';
import type { Capability } from '../../../contract/channel.ts';
import { VARIABLE_TYPES, type VariableSpec, type VariableType } from '../../../contract/variables.ts';
import { capabilitiesOf } from '../../../bot/slack/capabilities.ts';
import { checkLimits, LIMITS } from '../../../bot/slack/limits.ts';
import { questionModal } from '../../../bot/slack/modal.ts';
import { questionMessage } from '../../../bot/slack/render.ts';
import { aForm, aQuestion, buttonsOf, inputsOf, ofType, textsOf, TOKEN, type Drawn } from './renderSupport.ts';

const TEXT = 'plain_text_input';

/** Behaviour 2.6, the Slack column: the capability and the control; also with native pickers if they differ. */
const TABLE: Record<VariableType, [Capability, string | null, string?]> = {
  text: ['native', TEXT],
  string: ['native', TEXT],
  textarea: ['native', `${TEXT} multiline`],
  multiline: ['native', `${TEXT} multiline`],
  select: ['native', 'static_select'],
  multiselect: ['native', 'multi_static_select'],
  number: ['native', 'number_input'],
  boolean: ['native', 'radio_buttons'],
  date: ['text', TEXT, 'datepicker'],
  file: ['web_only', null, 'file_input'],
  user: ['text', TEXT, 'users_select'],
  multiuser: ['text', `${TEXT} multiline`, 'multi_users_select'],
  group: ['text', TEXT],
  multigroup: ['text', `${TEXT} multiline`],
  range: ['text', TEXT],
  datetime: ['text', TEXT, 'datetimepicker'],
  time: ['text', TEXT, 'timepicker'],
  hierarchy: ['text', `${TEXT} multiline`],
  password: ['text', TEXT],
  table: ['text', `${TEXT} multiline`],
  hidden: ['omitted', null],
};

const specOf = (type: VariableType): VariableSpec => ({
  name: 'it',
  label: 'It',
  type,
  options: [{ value: 'a' }],
  columns: [{ name: 'c', type: 'text' }],
});

/** Beside another field, so that there is a form at all. */
function controlOf(type: VariableType, nativePickers: boolean): string | null {
  const view = questionModal(aForm(specOf(type), { name: 'other', type: 'text' }), { metadata: 'x', nativePickers });
  const element = inputsOf(view).find(({ block_id }) => block_id === 'f_it')?.element;
  if (!element) return null;
  return 'multiline' in element && element.multiline ? `${element.type} multiline` : element.type;
}

describe('what Slack can', () => {
  for (const type of VARIABLE_TYPES) {
    const [capability, control, picker] = TABLE[type];
    it(`shows a ${type} as the table says: ${capability}`, () => {
      expect(capabilitiesOf(false)[type]).to.equal(capability);
      expect(controlOf(type, false)).to.equal(control);
    });

    it(`shows a ${type} with native pickers as ${picker ?? 'before'}`, () => {
      expect(capabilitiesOf(true)[type]).to.equal(picker ? 'native' : capability);
      expect(controlOf(type, true)).to.equal(picker ?? control);
    });

    if (capability === 'text' || capability === 'web_only')
      it(`says that a ${type} falls back, on the message and in the form, beside the link to the web client`, () => {
        const question = aForm(specOf(type), { name: 'other', type: 'text' });
        const message = questionMessage(question, { token: TOKEN, deliveryId: 'd' });
        expect(textsOf(message).join('\n')).to.match(/“It”: .*web client/);
        const view = questionModal(question, { metadata: 'x' });
        expect(textsOf(view)).to.include('Some of this is easier to answer in the web client.');
        for (const drawn of [message, view]) expect(buttonsOf(drawn).map(({ url }) => url)).to.include(question.webUrl);
        const block = view.blocks.find((each) => textsOf(each).some((text) => text.split('\n')[0] === 'It'));
        expect(textsOf(block).join('\n')).to.match(/web client/);
      });
  }

  it('offers exactly Yes and No for a boolean', () => {
    const view = questionModal(aForm(specOf('boolean'), { name: 'other', type: 'text' }), { metadata: 'x' });
    const [radio] = ofType(view, 'radio_buttons') as { options: { text: { text: string } }[] }[];
    expect(radio!.options.map(({ text }) => text.text)).to.deep.equal(['Yes', 'No']);
  });

  it('does not check bounds, which the server checks', () => {
    for (const type of VARIABLE_TYPES) {
      const spec = { ...specOf(type), validation: { min: 2, max: 3, regex: 'a+' } };
      const drawn = JSON.stringify(questionModal(aForm(spec, { name: 'other', type: 'text' }), { metadata: 'x' }));
      expect(drawn).not.to.match(/min_value|max_value|min_length|max_length|a\+/);
    }
  });
});

describe('the table of limits', () => {
  const view = () => questionModal(aForm(specOf('select'), { name: 'other', type: 'text' }), { metadata: 'x' });
  const message = () => questionMessage(aQuestion(), { token: TOKEN, deliveryId: 'd' });

  /** Payloads that each exceed one limit; each must be found. */
  const broken: Record<string, () => unknown> = {
    'a title': () => ({ ...view(), title: { type: 'plain_text', text: 'x'.repeat(25) } }),
    'an empty text': () => ({ ...message(), blocks: [{ type: 'section', text: { type: 'plain_text', text: '' } }] }),
    metadata: () => ({ ...view(), private_metadata: 'x'.repeat(3001) }),
    'a heading': () => ({
      ...message(),
      blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }],
    }),
    'a button’s value': () => ({
      ...message(),
      blocks: [
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'x' }, value: 'x'.repeat(2001) }],
        },
      ],
    }),
    'an unknown block': () => ({ ...message(), blocks: [{ type: 'carousel' }] }),
    'too many blocks': () => ({ ...message(), blocks: Array(51).fill({ type: 'divider' }) }),
    'too many characters': () => ({
      ...message(),
      blocks: Array(4).fill({ type: 'section', text: { type: 'plain_text', text: 'x'.repeat(2900) } }),
    }),
    'two blocks with one id': () => ({ ...view(), blocks: [...view().blocks, inputsOf(view())[0]] }),
    'two actions with one id': () => ({
      ...message(),
      blocks: [
        {
          type: 'actions',
          elements: [1, 2].map(() => ({ type: 'button', action_id: 'a', text: { type: 'plain_text', text: 'x' } })),
        },
      ],
    }),
    'an input in a message': () => ({ ...message(), blocks: inputsOf(view()) }),
    'no submit': () => ({ ...view(), submit: undefined }),
    'a view of 250 kB': () => ({
      ...view(),
      blocks: Array(90).fill({ type: 'section', text: { type: 'plain_text', text: '字'.repeat(3000) } }),
    }),
    'no options': () => withSelect({ options: [] }),
    'too many options': () => withSelect({ options: Array.from({ length: 101 }, (_, i) => option(`${i}`)) }),
    'a long option': () => withSelect({ options: [option('a', 'x'.repeat(76))] }),
    'one value twice': () => withSelect({ options: [option('a'), option('a', 'other')] }),
    'an invalid start': () => withSelect({ options: [option('a')], initial_option: option('b') }),
    'eleven fields': () => ({
      ...message(),
      blocks: [{ type: 'section', fields: Array(11).fill({ type: 'plain_text', text: 'x' }) }],
    }),
  };
  const option = (value: string, text = 'x') => ({ text: { type: 'plain_text', text }, value });
  const withSelect = (own: object) => ({
    ...view(),
    blocks: [
      {
        type: 'input',
        label: { type: 'plain_text', text: 'x' },
        element: { type: 'static_select', action_id: 'v', ...own },
      },
    ],
  });

  for (const [what, make] of Object.entries(broken))
    it(`finds ${what}`, () => expect(checkLimits(make() as Drawn)).not.to.deep.equal([]));

  it('finds nothing in our own output', () => {
    expect(checkLimits(view())).to.deep.equal([]);
    expect(checkLimits(message())).to.deep.equal([]);
  });

  it('leaves no room for a value in an option, which carries only an id', () => {
    expect(LIMITS.optionValue).to.be.at.most(150);
  });
});
