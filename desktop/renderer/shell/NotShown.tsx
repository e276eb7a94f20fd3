import type { ReactElement } from 'react';
import { ApiProblem } from '../api/apiProblem.ts';
import { useText } from '../text.ts';
import { usePageStyles } from './page.ts';
import { Empty, Failed } from './states.tsx';

interface Props {
  error: Error;
  icon: ReactElement;
  /** Of the page, where it stands nowhere else. */
  heading?: string;
  /** What is said where there is no such thing: another try would not help. */
  title: string;
  children?: string;
  /** It is all that stands on the page. */
  isPage?: boolean;
  onRetry(): void;
}

/** An address with an id that is none names nothing, too. */
const isMissing = (error: Error): boolean => error instanceof ApiProblem && [404, 422].includes(error.status);

/** All that a page has to say when what it is about cannot be shown. */
export function NotShown({ error, icon, heading, title, children, isPage = false, onRetry }: Props) {
  const page = usePageStyles();
  const text = useText();
  return isMissing(error) ? (
    <Empty isPage={isPage || heading !== undefined} icon={icon} title={title}>
      {children ?? text('problem.not_found')}
    </Empty>
  ) : (
    <>
      {heading !== undefined && <h1 className={page.heading}>{heading}</h1>}
      <Failed isPage={isPage} error={error} onRetry={onRetry} />
    </>
  );
}
