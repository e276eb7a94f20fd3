import { createContext, useContext, useState, type ReactNode } from 'react';
import type { Assignment } from '../../../contract/assignments.ts';
import { HandDialog, type AskedAction } from './HandDialog.tsx';

interface Asked {
  assignment: Assignment;
  action: AskedAction;
}

const AskContext = createContext<((asked: Asked) => void) | null>(null);

/** Opens the dialog of an action. */
export function useAsk(): (asked: Asked) => void {
  const ask = useContext(AskContext);
  if (!ask) throw new Error('useAsk outside of AskingPlace');
  return ask;
}

interface Props {
  /** The address of the page: with another one, the dialog closes. */
  href: string;
  children: ReactNode;
}

/**
 * The dialogs of a page with assignments. They are not in the assignments: if somebody else was faster, an assignment
 * leaves the page, and what was typed stays.
 */
export function AskingPlace({ href, children }: Props) {
  const [asked, setAsked] = useState<(Asked & { href: string }) | null>(null);
  return (
    <AskContext value={(wanted) => setAsked({ ...wanted, href })}>
      {children}
      {asked?.href === href && (
        <HandDialog assignment={asked.assignment} action={asked.action} onClose={() => setAsked(null)} />
      )}
    </AskContext>
  );
}
