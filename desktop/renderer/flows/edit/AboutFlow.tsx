import { Field, Input, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useText } from '../../text.ts';
import { nodesOf, setAbout, type About, type Draft } from '../draft/draft.ts';
import { givensAt } from '../draft/givens.ts';
import type { Field as FieldOfFlow } from '../draft/schema.ts';
import { slugOf } from '../draft/slug.ts';
import type { Fault } from '../faults.ts';
import { ConfigField } from './ConfigField.tsx';
import { faultFinder, FormContextProvider, type FormContext } from './formContext.ts';
import { useGivenWords } from './givenWords.ts';

const useStyles = makeStyles({
  line: { minHeight: '30px' },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
    gap: tokens.spacingHorizontalL,
    alignItems: 'start',
  },
});

interface Props {
  draft: Draft;
  apply(next: Draft, of?: string): void;
  faults: readonly Fault[];
  isNew: boolean;
}

/** The title of executions: a template. */
const TITLE: FieldOfFlow = { name: 'title', schema: {}, isRequired: false, sort: 'template' };

/** Longer descriptions need more than one line. */
const ONE_LINE = 30;

const wordsIn = (draft: Draft, name: string): string => (typeof draft[name] === 'string' ? draft[name] : '');

/**
 * Name, description and execution title of the flow. The id of a new flow follows its name until the author sets one.
 */
export function AboutFlow({ draft, apply, faults, isNew }: Props) {
  const styles = useStyles();
  const text = useText();
  const form = useFormOfFlow(draft, faults);
  const [name, id] = [wordsIn(draft, 'name'), wordsIn(draft, 'id')];
  const change = (about: About, of: keyof About): void => apply(setAbout(draft, about), `flow ${of}`);
  const rename = (next: string): void => {
    const follows = isNew && (id === '' || id === slugOf(name));
    change({ name: next, ...(follows && { id: slugOf(next) }) }, 'name');
  };
  const checked = (of: keyof About) => {
    const fault = form.faultAt([of]);
    return { validationMessage: fault ?? undefined, validationState: fault ? ('error' as const) : ('none' as const) };
  };
  return (
    <div className={styles.fields}>
      <Field label={text('draw.flow.name')} required {...checked('name')}>
        <Input value={name} onChange={(_event, { value }) => rename(value)} />
      </Field>
      <Field label={text('draw.flow.description')} {...checked('description')}>
        <Textarea
          resize="vertical"
          textarea={{ rows: wordsIn(draft, 'description').length > ONE_LINE ? 3 : 1, className: styles.line }}
          value={wordsIn(draft, 'description')}
          onChange={(_event, { value }) => change({ description: value }, 'description')}
        />
      </Field>
      <FormContextProvider value={form}>
        <ConfigField
          field={TITLE}
          path={['title']}
          value={draft['title']}
          onChange={(value) => change({ title: value }, 'title')}
        />
      </FormContextProvider>
      {isNew && (
        <Field label={text('draw.flow.id')} hint={text('draw.flow.id.hint')} required {...checked('id')}>
          <Input dir="ltr" value={id} onChange={(_event, { value }) => change({ id: value }, 'id')} />
        </Field>
      )}
    </div>
  );
}

/** Titles can use an execution's start variables and starter. */
function useFormOfFlow(draft: Draft, faults: readonly Fault[]): FormContext {
  const text = useText();
  const words = useGivenWords();
  return useMemo(() => {
    const start = nodesOf(draft).find(({ type }) => type === 'start');
    const starter = { path: 'starter.displayName', label: text('draw.given.starter'), from: null, options: null };
    const ofFlow = new Map(faults.flatMap(({ nodeId, field, message }) => (nodeId === null ? [[field, message]] : [])));
    return {
      nodeId: '',
      nodeType: 'flow',
      root: {},
      channels: [],
      givens: [...givensAt(draft, String(start?.['id']), words, true), { ...starter, type: 'text' as const }],
      faultAt: faultFinder(ofFlow),
      ConfigField,
    };
  }, [draft, faults, text, words]);
}
