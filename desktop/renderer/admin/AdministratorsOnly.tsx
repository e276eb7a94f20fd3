import { LockClosedRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useMe } from '../api/queries.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';

/** What stands inside for administrators; everybody else is told whose it is. */
export function AdministratorsOnly({ children }: { children: ReactNode }) {
  const text = useText();
  const me = useMe();
  if (me.isPending) return <Loading />;
  if (!me.data) return <Failed isPage error={me.error} onRetry={() => void me.refetch()} />;
  if (me.data.roles.includes('administrator')) return children;
  return (
    <Empty isPage icon={<LockClosedRegular />} title={text('admin.only.title')}>
      {text('admin.only.text')}
    </Empty>
  );
}
