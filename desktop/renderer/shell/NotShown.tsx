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
  /** The page's heading, if it has no other. */
  heading?: string;
  /** The title if it does not exist; a retry would not help. */
  title: string;
  children?: string;
  /** A link to the list of such things, if this is all the page shows. */
  back?: { href: string; words: string };
  onRetry(): void;
}

/** Whether it does not exist; an invalid id counts as missing. */
const isMissing = (error: Error): boolean => error instanceof ApiProblem && [404, 422].includes(error.status);

/** The content of a page whose subject cannot be shown. */
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
