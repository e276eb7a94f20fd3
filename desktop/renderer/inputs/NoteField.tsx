import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components';
import { NoteAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import { useText } from '../text.ts';
import type { FormShape } from './formShape.ts';

const useStyles = makeStyles({ open: { alignSelf: 'flex-start', marginInlineStart: '-12px' } });

/** An optional note on the answer, collapsed until wanted. */
export function NoteField({ isDisabled }: { isDisabled: boolean }) {
  const styles = useStyles();
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { field, fieldState } = useController<FormShape, 'note'>({ name: 'note' });
  if (!isOpen && field.value === '')
    return isDisabled ? null : (
      <Button className={styles.open} appearance="transparent" icon={<NoteAddRegular />} onClick={() => setOpen(true)}>
        {text('note.add')}
      </Button>
    );
  return (
    <Field
      label={text('note.label')}
      validationMessage={fieldState.error?.message}
      validationState={fieldState.error ? 'error' : 'none'}
    >
      <Textarea
        autoFocus
        value={field.value}
        rows={2}
        resize="vertical"
        disabled={isDisabled}
        onChange={(_event, { value }) => field.onChange(value)}
        textarea={{ ref: field.ref }}
      />
    </Field>
  );
}
