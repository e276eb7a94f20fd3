import { Button, useAnnounce } from '@fluentui/react-components';
import { ArrowUndoRegular } from '@fluentui/react-icons';
import type { Retirement } from '../api/retirement.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';
import { useFocusKept } from './useFocusKept.ts';

interface Props {
  isRetired: boolean;
  retirement: Retirement;
  /** What it is, for screen readers, if several such buttons are on a page. */
  of?: string;
  /** The question, what retiring does, and what is announced when it is done or undone. */
  words: { title: string; text: string; retired: string; restored: string };
}

/** Retires something after a confirmation, or brings it back; for its owners. */
export function RetirementButton({ isRetired, retirement, of, words }: Props) {
  const place = useFocusKept(isRetired);
  const text = useText();
  const { error } = retirement.restore;
  return (
    <div ref={place}>
      {isRetired ? (
        <>
          <RestoreButton restore={retirement.restore} of={of} said={words.restored} />
          {error && <ProblemBar problem={error} />}
        </>
      ) : (
        <ConfirmButton
          label={text('retire.button')}
          of={of}
          title={words.title}
          confirmLabel={text('retire.confirm')}
          keepLabel={text('retire.keep')}
          said={words.retired}
          onConfirm={() => retirement.retire.mutateAsync()}
        >
          {words.text}
        </ConfirmButton>
      )}
    </div>
  );
}

interface RestoreProps extends Pick<Props, 'of'> {
  restore: Retirement['restore'];
  /** The announcement after success. */
  said: string;
}

/** Brings something back; the page shows a failure. */
export function RestoreButton({ restore, of, said }: RestoreProps) {
  const text = useText();
  const { announce } = useAnnounce();
  return (
    <Button
      icon={<ArrowUndoRegular />}
      disabledFocusable={restore.isPending}
      {...(of && { 'aria-label': `${text('restore.button')} ${of}` })}
      onClick={() => !restore.isPending && restore.mutate(undefined, { onSuccess: () => announce(said) })}
    >
      {text('restore.button')}
    </Button>
  );
}
