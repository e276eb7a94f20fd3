import { Component, useEffect, type ReactNode } from 'react';
import { ApiProblem, getPublic } from '../api/client.ts';
import { Failed } from './states.tsx';

interface Props {
  children: ReactNode;
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
    return this.props.instead ? this.props.instead(tryAgain) : <Broken error={error} />;
  }
}

/** Loads the page anew, for a browser keeps in mind what it could not fetch; not while there would be nothing to load. */
const tryAgain = (): void =>
  void getPublic('/client-config').then(
    () => window.location.reload(),
    () => undefined,
  );

function Broken({ error }: { error: Error }) {
  useEffect(() => {
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, []);
  const isMissing = /import/i.test(error.message);
  return <Failed isPage error={isMissing ? new ApiProblem('unreachable', 0, '') : error} onRetry={tryAgain} />;
}
