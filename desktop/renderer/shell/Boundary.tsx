import { Component, useEffect, type ReactNode } from 'react';
import { ApiProblem } from '../api/client.ts';
import { loadAnew } from '../loadAnew.ts';
import { Failed } from './states.tsx';

interface Props {
  children: ReactNode;
  /** Only a part of a page. */
  isPart?: boolean;
  /** Shown in place of what broke; the words of a failure where absent. */
  instead?(tryAgain: () => void): ReactNode;
}

/**
 * Keeps what breaks, or cannot be fetched just now, from taking the rest of the page with it. A class, because React
 * asks for one here.
 */
export class Boundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.instead) return this.props.instead(loadAnew);
    return <Broken error={error} isPage={!this.props.isPart} />;
  }
}

/** Since the page was loaded: what could not be fetched then may be there now. */
let hasBeenOffline = !window.navigator.onLine;
window.addEventListener('offline', () => {
  hasBeenOffline = true;
});

function Broken({ error, isPage }: { error: Error; isPage: boolean }) {
  useEffect(() => {
    if (hasBeenOffline && window.navigator.onLine) loadAnew(); // the network was faster than this page
    window.addEventListener('online', loadAnew);
    return () => window.removeEventListener('online', loadAnew);
  }, []);
  const isMissing = /import/i.test(error.message);
  return <Failed isPage={isPage} error={isMissing ? new ApiProblem('unreachable', 0, '') : error} onRetry={loadAnew} />;
}
