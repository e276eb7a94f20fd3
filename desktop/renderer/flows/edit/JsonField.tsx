import { makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { useText } from '../../text.ts';
import { useFieldNames } from './fieldNames.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';
import { unreadAt, useUnreadJson, writtenJson } from './unreadJson.ts';

const useStyles = makeStyles({ code: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 } });

/** Raw JSON for fields without an editor. Input applies as soon as it is valid JSON; until then it is kept beside. */
export function JsonField({ field, path, value, onChange, label }: FieldProps & { label?: string }) {
  const styles = useStyles();
  const text = useText();
  const { nodeId, nodeType } = useFormOfNode();
  const { unread, keep, forget } = useUnreadJson();
  const hint = useFieldNames(nodeType).hint(field.name, field.schema) ?? text('draw.asJson');
  const [typed, setTyped] = useState<{ text: string; of: unknown } | null>(null);
  const broken = unreadAt(unread, { nodeId, path }, value);
  const asTyped = typed && writtenJson(typed.of) === writtenJson(value) ? typed.text : writtenJson(value);
  const shown = broken?.text ?? asTyped;
  const change = (next: string): void => {
    const read = next.trim() === '' ? undefined : parsed(next);
    if (read === undefined && next.trim() !== '') return keep({ nodeId, path, text: next, of: value });
    forget({ nodeId, path });
    setTyped({ text: next, of: read });
    onChange(read);
  };
  return (
    <Labelled field={field} path={path} label={label} hint={hint} fault={broken ? text('draw.noJson') : null}>
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
