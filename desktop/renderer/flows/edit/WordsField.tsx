import {
  Button,
  Input,
  makeStyles,
  Menu,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Textarea,
  tokens,
} from '@fluentui/react-components';
import { BracesVariableRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { useText } from '../../text.ts';
import type { Given } from '../draft/givens.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';

const useStyles = makeStyles({
  row: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalXS, minWidth: 0 },
  words: { flexGrow: 1, minWidth: 0 },
  code: { fontFamily: tokens.fontFamilyMonospace },
  list: { maxHeight: '320px' },
});

/** A text with a higher maximum gets more than one line. */
const ONE_LINE = 4000;

/** A text, a template or an expression; values of earlier nodes can be inserted into the latter two. */
export function WordsField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { sort, schema, isRequired } = field;
  const words = typeof value === 'string' ? value : '';
  const put = (text: string): void => onChange(text === '' && !isRequired ? undefined : text);
  const insert = ({ path: name }: Given): void => {
    const text = sort === 'template' ? `{{ ${name} }}` : name;
    const { selectionStart, selectionEnd } = box.current!;
    const [start, end] = [selectionStart ?? words.length, selectionEnd ?? words.length];
    put(words.slice(0, start) + text + words.slice(end));
    box.current!.focus();
  };
  const isLong = sort !== 'expression' && (schema.maxLength ?? 0) > ONE_LINE && sort === 'template';
  const common = {
    ref: box,
    className: styles.words,
    value: words,
    spellCheck: sort !== 'expression',
    onChange: (_event: unknown, data: { value: string }) => put(data.value),
  };
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        <div className={styles.row}>
          {isLong ? (
            <Textarea {...control} {...common} resize="vertical" rows={words.length > 120 ? 5 : 3} />
          ) : (
            <Input
              {...control}
              {...common}
              dir={sort === 'expression' ? 'ltr' : undefined}
              input={sort === 'expression' ? { className: styles.code } : undefined}
            />
          )}
          {sort !== 'text' && <InsertButton onInsert={insert} />}
        </div>
      )}
    </Labelled>
  );
}

/** Offers the context values available when the node is reached. */
export function InsertButton({ onInsert }: { onInsert(given: Given): void }) {
  const styles = useStyles();
  const text = useText();
  const { givens } = useFormOfNode();
  if (givens.length === 0) return null;
  const sources = [...new Set(givens.map(({ from }) => from))];
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Button icon={<BracesVariableRegular />} appearance="subtle" aria-label={text('draw.insert')} />
      </MenuTrigger>
      <MenuPopover>
        <MenuList className={styles.list}>
          {sources.map((source) => (
            <MenuGroup key={source ?? ''}>
              <MenuGroupHeader>{source ?? text('draw.given.start')}</MenuGroupHeader>
              {givens
                .filter(({ from }) => from === source)
                .map((given) => (
                  <MenuItem key={given.path} secondaryContent={given.path} onClick={() => onInsert(given)}>
                    {given.label}
                  </MenuItem>
                ))}
            </MenuGroup>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
