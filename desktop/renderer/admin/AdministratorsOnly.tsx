import { LockClosedRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useMe } from '../api/queries.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';

interface Props {
  /** For auditors as well. */
  withAuditors?: boolean;
  children: ReactNode;
}

/** What stands inside for administrators; everybody else is told whose it is. */
export function AdministratorsOnly({ withAuditors = false, children }: Props) {
  const text = useText();
  const me = useMe();
  if (me.isPending) return <Loading />;
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
