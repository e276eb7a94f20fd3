import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useText } from '../../text.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';

const useStyles = makeStyles({ code: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 } });

const written = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** Raw JSON for fields without an editor. Input applies as soon as it is valid JSON. */
export function JsonField({ field, path, value, onChange, label }: FieldProps & { label?: string }) {
  const styles = useStyles();
  const text = useText();
  const { nodeType } = useFormOfNode();
  const hint = useFieldNames(nodeType).hint(field.name, field.schema) ?? text('draw.asJson');
  const [typed, setTyped] = useState<{ text: string; of: unknown } | null>(null);
  const shown = typed && written(typed.of) === written(value) ? typed.text : written(value);
  const isBroken = shown.trim() !== '' && parsed(shown) === undefined;
  const change = (next: string): void => {
    const read = next.trim() === '' ? undefined : parsed(next);
    const isRead = read !== undefined || next.trim() === '';
    setTyped({ text: next, of: isRead ? read : value });
    if (isRead) onChange(read);
  };
  return (
    <Labelled field={field} path={path} label={label} hint={hint} fault={isBroken ? text('draw.noJson') : null}>
      {(control) => (
        <Textarea
          {...control}
          dir="ltr"
          resize="vertical"
          rows={Math.min(10, Math.max(2, shown.split('\n').length))}
          textarea={{ className: styles.code, spellCheck: false }}
          value={shown}
          onChange={(_event, data) => change(data.value)}
        />
      )}
    </Labelled>
  );
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
