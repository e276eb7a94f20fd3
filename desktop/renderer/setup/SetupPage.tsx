import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { AdminFrame } from '../admin/AdminFrame.tsx';
import { useSetup } from '../api/setup.ts';
import { hrefOf } from '../routes.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { Wizard } from './Wizard.tsx';

const useStyles = makeStyles({ saved: { outline: 'none' } });

/** The wizard for administrators of a running installation (behaviour 2.9): tests and changes the current values. */
export function SetupPage() {
  const text = useText();
  return (
    <AdminFrame title={text('title.setup')} href={hrefOf({ page: 'setup' })}>
      <Again />
    </AdminFrame>
  );
}

function Again() {
  const styles = useStyles();
  const text = useText();
  const setup = useSetup();
  const [saved, setSaved] = useState(0);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saved > 0) said.current?.focus(); // the pressed button is gone
  }, [saved]);
  if (setup.isPending) return <Loading />;
  if (!setup.data) return <Failed error={setup.error} onRetry={() => void setup.refetch()} />;
  return (
    <>
      <Wizard
        key={saved} // remounts after saving, to show the stored values without the typed ones
        view={setup.data}
        submitLabel={text('admin.provider.save')}
        onDone={() => setSaved(saved + 1)}
      />
      <div ref={said} tabIndex={-1} role="status" className={styles.saved}>
        {saved > 0 && text('setup.saved')}
      </div>
    </>
  );
}
