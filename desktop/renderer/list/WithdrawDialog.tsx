import { Button, Field, Textarea } from '@fluentui/react-components';
import { useState, type SyntheticEvent } from 'react';
import { REASON_CHARACTERS, type SentRequest } from '../../../contract/sent.ts';
import { useWithdraw } from '../api/sent.ts';
import { wordsFor } from '../problemWords.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { useTooLong } from '../tooLong.ts';
import { useSay } from '../useSay.ts';

interface Props {
  asked: SentRequest;
  onClose(): void;
}

/** Withdraws a question, with a reason. Outside of its row, which leaves the list once somebody answers. */
export function WithdrawDialog({ asked: { id, title }, onClose }: Props) {
  const page = usePageStyles();
  const text = useText();
  const say = useSay();
  const withdraw = useWithdraw(id);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === '';
  const tooLong = useTooLong(reason, REASON_CHARACTERS);
  const missing = isTried && isEmpty ? text('check.reasonForm') : undefined;
  const fault = tooLong ?? missing;
  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (isEmpty || tooLong || withdraw.isPending) return;
    await withdraw.mutateAsync({ reason: reason.trim() });
    onClose();
    say(text('asked.withdrawSaid', { title }));
  };
  return (
    <FormDialog title={text('asked.withdraw.title')} isOpen onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event).catch(() => undefined)}>
        <p dir="auto">{title}</p>
        <p>{text('asked.withdraw.text')}</p>
        <Field
          label={text('asked.withdraw.reason')}
          required
          validationMessage={fault ?? (withdraw.error ? wordsFor(withdraw.error, text) : undefined)}
        >
          <Textarea value={reason} onChange={(_event, { value }) => setReason(value)} />
        </Field>
        <p className={page.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={withdraw.isPending}>
            {text('asked.withdraw.confirm')}
          </Button>
          <Button onClick={onClose}>{text('asked.withdraw.keep')}</Button>
        </p>
      </form>
    </FormDialog>
  );
}
