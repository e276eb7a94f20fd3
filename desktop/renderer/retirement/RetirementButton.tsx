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
  /** The question, what retiring does, and what is announced when it is done or undone. */
  words: { title: string; text: string; retired: string; restored: string };
}

/** Retires something after a confirmation, or brings it back; for its owners. */
export function RetirementButton({ isRetired, retirement, words }: Props) {
  const place = useFocusKept(isRetired);
  const text = useText();
  const { error } = retirement.restore;
  return (
    <div ref={place}>
      {isRetired ? (
        <>
          <RestoreButton restore={retirement.restore} said={words.restored} />
          {error && <ProblemBar problem={error} />}
        </>
      ) : (
        <ConfirmButton
          label={text('retire.button')}
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

/** Brings something back; the page shows a failure. @param said the announcement after success */
export function RestoreButton({ restore, said }: { restore: Retirement['restore']; said: string }) {
  const text = useText();
  const { announce } = useAnnounce();
  return (
    <Button
      icon={<ArrowUndoRegular />}
      disabledFocusable={restore.isPending}
      onClick={() => !restore.isPending && restore.mutate(undefined, { onSuccess: () => announce(said) })}
    >
      {text('restore.button')}
    </Button>
  );
}
