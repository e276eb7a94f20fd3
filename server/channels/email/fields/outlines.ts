import { tableHint } from '../../../../contract/spoken.ts';
import type { Field } from './field.ts';
import { parseTyped, prefillTyped, textarea } from './inputs.ts';

export const hierarchyField: Field = {
  capability: 'text',
  render: (view) => textarea(view, { rows: 8, spellcheck: 'false' }, view.speech.say('hint.hierarchy')),
  parse: parseTyped,
  prefill: prefillTyped,
};

export const tableField: Field = {
  capability: 'text',
  render: (view) => textarea(view, { rows: 8, spellcheck: 'false' }, tableHint(view.spec, view.speech)),
  parse: parseTyped,
  prefill: prefillTyped,
};
