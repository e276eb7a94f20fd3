import type { ReactElement } from 'react';
import { ApiProblem } from '../api/apiProblem.ts';
import { Empty, Failed } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { usePageStyles } from '../shell/page.ts';

interface Props {
  error: Error;
  icon: ReactElement;
  /** Of the page, where it stands nowhere else. */
  heading?: string;
  /** What is said where there is no such thing: another try would not help. */
  title: string;
  onRetry(): void;
}

/** All that a page has to say when what it is about cannot be shown. */
export function NotShown({ error, icon, heading, title, onRetry }: Props) {
  const page = usePageStyles();
  const text = useText();
  return error instanceof ApiProblem && error.code === 'not_found' ? (
    <Empty isPage={heading !== undefined} icon={icon} title={title}>
      {text('problem.not_found')}
    </Empty>
  ) : (
    <>
      {heading !== undefined && <h1 className={page.heading}>{heading}</h1>}
      <Failed error={error} onRetry={onRetry} />
    </>
  );
}
