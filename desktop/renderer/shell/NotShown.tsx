import { Link } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import { ApiProblem } from '../api/apiProblem.ts';
import { useText } from '../text.ts';
import { BackArrow } from './BackArrow.tsx';
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
  /** It is all that stands on the page, but for the way to where such things are listed. */
  back?: { href: string; words: string };
  onRetry(): void;
}

/** An address with an id that is none names nothing, too. */
const isMissing = (error: Error): boolean => error instanceof ApiProblem && [404, 422].includes(error.status);

/** All that a page has to say when what it is about cannot be shown. */
export function NotShown({ error, icon, heading, title, children, back, onRetry }: Props) {
  const page = usePageStyles();
  const text = useText();
  const why = isMissing(error) ? (
    <Empty isPage={back !== undefined || heading !== undefined} icon={icon} title={title}>
      {children ?? text('problem.not_found')}
    </Empty>
  ) : (
    <>
      {heading !== undefined && <h1 className={page.heading}>{heading}</h1>}
      <Failed isPage={back !== undefined} error={error} onRetry={onRetry} />
    </>
  );
  if (!back) return why;
  return (
    <div className={page.page}>
      <Link className={page.back} href={back.href}>
        <BackArrow />
        {back.words}
      </Link>
      {why}
    </div>
  );
}
