import { Component, useEffect, type ReactNode } from 'react';
import { ApiProblem } from '../api/client.ts';
import { reloadPage } from '../reloadPage.ts';
import { Failed } from './states.tsx';

interface Props {
  children: ReactNode;
  /** Covers only a part of a page. */
  isPart?: boolean;
  /** Renders the replacement; by default an error message. */
  instead?(tryAgain: () => void, error: Error): ReactNode;
}

/**
 * Keeps a component that throws, or fails to load, from breaking the rest of the page. A class, because React requires
 * one for error boundaries.
 */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.instead) return this.props.instead(reloadPage, error);
    return <Broken error={error} isPage={!this.props.isPart} />;
  }
}

/** Whether a part of the client could not be fetched, in the words of any browser, or of Vite if it is a style sheet. */
export const isMissingCode = ({ message }: Error): boolean => /import|preload/i.test(message);

/** Whether the page was offline since it was loaded; a failed import may work after a reload. */
let hasBeenOffline = !window.navigator.onLine;
window.addEventListener('offline', () => {
  hasBeenOffline = true;
});

function Broken({ error, isPage }: { error: Error; isPage: boolean }) {
  useEffect(() => {
    if (hasBeenOffline && window.navigator.onLine) reloadPage(); // the network is already back
    window.addEventListener('online', reloadPage);
    return () => window.removeEventListener('online', reloadPage);
  }, []);
  return (
    <Failed
      isPage={isPage}
      error={isMissingCode(error) ? new ApiProblem('unreachable', 0, '') : error}
      onRetry={reloadPage}
    />
  );
}
