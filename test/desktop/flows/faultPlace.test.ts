import { expect } from 'chai';
import { createIntl } from 'react-intl';
import german from '../../../contract/languages/de.json' with { type: 'json' };
import english from '../../../contract/languages/en.json' with { type: 'json' };
import { placeInForm } from '../../../desktop/renderer/flows/edit/faultPlace.ts';

describe('desktop/renderer/flows: where an error appears in the form', () => {
  const intl = createIntl({ locale: 'en', messages: english });
  const table: [field: string, nodeType: string | null, words: string][] = [
    ['config.prompt', 'human', 'Question'],
    ['config.options.1.label', 'human', 'Options 2 · What people read'],
    ['config.assignees', 'human', 'Who is asked'],
    ['config.headers.X-Key', 'http', 'Headers · X-Key'],
    ['config.headers.timeout', 'http', 'Headers · timeout'],
    ['config.values.prompt', 'set', 'Names and expressions · prompt'],
    ['config.laterField', 'human', 'Later field'],
    ['type', 'human', 'Kind of step'],
    ['edges.3.when', 'human', 'What comes next · Condition, an expression'],
    ['name', null, 'Name'],
    ['edges.3.to', null, 'Connections between them 4 · Step it leads to'],
    ['', 'human', ''],
  ];
  for (const [field, nodeType, words] of table)
    it(`is "${words}" for "${field}" of ${nodeType ?? 'the flow'}`, () =>
      expect(placeInForm(field, nodeType, intl)).to.equal(words));

  it('is said in German too', () =>
    expect(placeInForm('config.prompt', 'human', createIntl({ locale: 'de', messages: german }))).to.equal(
      german['config.human.prompt'],
    ));
});
