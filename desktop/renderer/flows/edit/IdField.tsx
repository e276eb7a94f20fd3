import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { useText } from '../../text.ts';
import type { Draft } from '../draft/draft.ts';
import { refusalOfId } from '../draft/renaming.ts';

/** The node's id in expressions. Applied when complete; all references change with it. */
export function IdField({ draft, nodeId, onRename }: { draft: Draft; nodeId: string; onRename(id: string): void }) {
  const text = useText();
  const [typed, setTyped] = useState(nodeId);
  const refusal = refusalOfId(draft, nodeId, typed);
  const rename = (): void => {
    if (typed !== nodeId && refusal === null) onRename(typed);
  };
  return (
    <Field
      label={text('draw.id')}
      hint={text('draw.id.hint')}
      validationMessage={refusal === null ? undefined : text(`draw.id.${refusal}`)}
      validationState={refusal === null ? 'none' : 'error'}
    >
      <Input
        value={typed}
        dir="ltr"
        onChange={(_event, { value }) => setTyped(value)}
        onBlur={rename}
        onKeyDown={({ key }) => key === 'Enter' && rename()}
      />
    </Field>
  );
}
