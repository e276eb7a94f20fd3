import { Link } from '@fluentui/react-components';
import { KeyRegular } from '@fluentui/react-icons';
import { useMe } from '../api/queries.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { SecretList } from './SecretList.tsx';

/** The secrets of an author's flows; tells everybody else who the page is for. */
export function SecretsPage() {
  const page = usePageStyles();
  const text = useText();
  const me = useMe();
  if (me.isPending) return <Loading />;
  if (!me.data) return <Failed isPage error={me.error} onRetry={() => void me.refetch()} />;
  return (
    <div className={page.page}>
      <Link href="#/flows" className={page.back}>
        <BackArrow />
        {text('title.flows')}
      </Link>
      {me.data.roles.length > 0 ? (
        <SecretList />
      ) : (
        <Empty isPage icon={<KeyRegular />} title={text('secrets.notAllowed')} />
      )}
    </div>
  );
}
