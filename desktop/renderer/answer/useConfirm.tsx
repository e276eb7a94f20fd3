import { useState, type ReactNode } from 'react';
import { optionsToConfirm } from '../../../contract/confirm.ts';
import { optionLabel, optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import { lazyDialog } from '../shell/lazyDialog.tsx';

const ConfirmAnswer = lazyDialog(async () => (await import('./ConfirmAnswer.tsx')).ConfirmAnswer);

interface Asked {
  answer: string;
  decide(isMeant: boolean): void;
}

/** Asks for confirmation of options whose author requires it; cancelling sends nothing. */
export function useConfirm(specs: readonly VariableSpec[], flowName: string) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isOpen, setOpen] = useState(false);
  const mayAsk = specs.some((spec) => optionsOf(spec).some(({ confirm }) => confirm));
  const decide = (isMeant: boolean): void => {
    setOpen(false);
    asked?.decide(isMeant);
  };
  const dialog: ReactNode = mayAsk && (
    <ConfirmAnswer flowName={flowName} answer={asked?.answer ?? ''} isOpen={isOpen} onClose={decide} />
  );
  return {
    dialog,
    isAsking: isOpen,
    /** Whether the person confirms these values; true at once if no confirmation is required. */
    isMeant: async (values: Record<string, unknown>): Promise<boolean> => {
      const answer = optionsToConfirm(specs, values).map(optionLabel).join(', ');
      if (answer === '') return true;
      setOpen(true);
      return new Promise((decide) => setAsked({ answer, decide }));
    },
  };
}
