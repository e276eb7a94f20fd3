import { Button, Field, makeStyles, Textarea } from '@fluentui/react-components';
import { CommentAddRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { needsComment, type Commented } from '../../../contract/comment.ts';
import { commentField } from '../../../contract/commentField.ts';
import { useText } from '../text.ts';
import type { FormShape } from './formShape.ts';

const useStyles = makeStyles({ open: { alignSelf: 'flex-start', marginInlineStart: '-12px' } });

interface Props {
  asked: Commented;
  isDisabled: boolean;
}

/** The comment on a decision: collapsed to one line until wanted, and open if the chosen option requires one. */
export function CommentField({ asked, isDisabled }: Props) {
  const styles = useStyles();
  const text = useText();
  const { field, fieldState } = useController<FormShape, 'comment'>({ name: 'comment' });
  const values = useWatch<FormShape, 'values'>({ name: 'values' });
  const isNeeded = needsComment(asked, values);
  const mustShow = isNeeded || field.value !== '' || fieldState.error !== undefined;
  const [isOpen, setOpen] = useState(mustShow);
  const [isOpenAtFirst] = useState(isOpen);
  if (mustShow && !isOpen) setOpen(true);
  const [spec] = commentField(asked, { say: text });
  if (!isOpen)
    return isDisabled ? null : (
      <Button
        className={styles.open}
        appearance="transparent"
        icon={<CommentAddRegular />}
        aria-keyshortcuts="c"
        data-opens-comment
        onClick={() => setOpen(true)}
      >
        {text('comment.add')}
      </Button>
    );
  return (
    <Field
      label={spec?.label && <bdi>{spec.label}</bdi>}
      hint={spec?.description && <bdi>{spec.description}</bdi>}
      required={isNeeded}
      validationMessage={fieldState.error?.message}
      validationState={fieldState.error ? 'error' : 'none'}
    >
      <Textarea
        autoFocus={!isOpenAtFirst}
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
