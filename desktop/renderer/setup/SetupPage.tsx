import { useState } from 'react';
import { AdminFrame } from '../admin/AdminFrame.tsx';
import { useSetup } from '../api/setup.ts';
import { hrefOf } from '../routes.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { Wizard } from './Wizard.tsx';

/** The wizard once more, for administrators (behaviour 2.9): what runs now can be tried and changed. */
export function SetupPage() {
  const text = useText();
  return (
    <AdminFrame title={text('title.setup')} href={hrefOf({ page: 'setup' })}>
      <Again />
    </AdminFrame>
  );
}

function Again() {
  const text = useText();
  const setup = useSetup();
  const [isSaved, setSaved] = useState(false);
  if (setup.isPending) return <Loading />;
  if (!setup.data) return <Failed error={setup.error} onRetry={() => void setup.refetch()} />;
  const stored = setup.data.settings.map(({ updatedAt }) => updatedAt).join();
  return (
    <>
      <Wizard
        key={stored} // what is stored now, with nothing of what was typed
        view={setup.data}
        submitLabel={text('admin.provider.save')}
        onDone={() => setSaved(true)}
      />
      <div role="status">{isSaved && text('setup.saved')}</div>
    </>
  );
}
