import { Button, useAnnounce } from '@fluentui/react-components';
import { ArrowUndoRegular } from '@fluentui/react-icons';
import { useEffect, useRef } from 'react';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useRestoreFlow, useRetireFlow } from '../api/retirement.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';

/** Retires a flow after a confirmation, or brings a retired one back; for its owners and administrators. */
export function RetirementButton({ flow }: { flow: FlowSummary }) {
  const isRetired = flow.retiredAt !== null;
  const place = useRef<HTMLDivElement>(null);
  const was = useRef(isRetired);
  useEffect(() => {
    const isNew = was.current !== isRetired;
    was.current = isRetired;
    // the pressed button has made way for the other
    if (isNew && document.activeElement === document.body) place.current!.querySelector('button')!.focus();
  }, [isRetired]);
  return <div ref={place}>{isRetired ? <RestoreButton flow={flow} /> : <RetireButton flow={flow} />}</div>;
}

function RetireButton({ flow: { id, name } }: { flow: FlowSummary }) {
  const text = useText();
  const retire = useRetireFlow(id);
  return (
    <ConfirmButton
      label={text('retire.button')}
      title={text('retire.title', { flow: name })}
      confirmLabel={text('retire.confirm')}
      keepLabel={text('retire.keep')}
      said={text('retire.said')}
      onConfirm={() => retire.mutateAsync()}
    >
      {text('retire.text')}
    </ConfirmButton>
  );
}

function RestoreButton({ flow: { id } }: { flow: FlowSummary }) {
  const text = useText();
  const { announce } = useAnnounce();
  const restore = useRestoreFlow(id);
  return (
    <>
      <Button
        icon={<ArrowUndoRegular />}
        disabledFocusable={restore.isPending}
        onClick={() =>
          !restore.isPending && restore.mutate(undefined, { onSuccess: () => announce(text('restore.said')) })
        }
      >
        {text('restore.button')}
      </Button>
      {restore.error && <ProblemBar problem={restore.error} />}
    </>
  );
}
