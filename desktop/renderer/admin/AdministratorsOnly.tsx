import { LockClosedRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { ApiProblem } from '../api/apiProblem.ts';
import { useMe } from '../api/queries.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { RegistrationState } from './RegistrationState.tsx';

interface Props {
  /** Also for auditors. */
  withAuditors?: boolean;
  children: ReactNode;
}

/** Shows its children to administrators; tells everybody else who the page is for. */
export function AdministratorsOnly({ withAuditors = false, children }: Props) {
  const text = useText();
  const me = useMe();
  if (me.isPending) return <Loading />;
  if (!me.data && isLacking(me.error)) return <NobodyIsKnown />;
  if (!me.data) return <Failed isPage error={me.error} onRetry={() => void me.refetch()} />;
  const { roles } = me.data;
  if (roles.includes('administrator') || (withAuditors && roles.includes('auditor'))) return children;
  if (withAuditors)
    return (
      <Empty isPage icon={<LockClosedRegular />} title={text('audit.only.title')}>
        {text('audit.only.text')}
      </Empty>
    );
  return (
    <Empty isPage icon={<LockClosedRegular />} title={text('admin.only.title')}>
      {text('admin.only.text')}
    </Empty>
  );
}

/** The directory cannot tell roles, because a permission is missing. */
const isLacking = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.extra.checks?.['directory'] !== undefined;

/** The missing permissions, for administrators known without the directory; one line for everybody else. */
function NobodyIsKnown() {
  const page = usePageStyles();
  const text = useText();
  return (
    <div className={page.page}>
      <h1 className={page.heading}>{text('admin.section.graphsecurity')}</h1>
      <RegistrationState />
    </div>
  );
}
