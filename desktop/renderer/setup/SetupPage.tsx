import type { ClientConfig } from '../../../contract/client.ts';
import { AdministratorsOnly } from '../admin/AdministratorsOnly.tsx';
import { Facts } from '../admin/Facts.tsx';
import { usePageStyles } from '../flows/page.ts';
import { useText } from '../text.ts';

/** How far this installation is set up (spec part 2.9). What it cannot start without is there, or this page would not be. */
export function SetupPage({ config: { features } }: { config: ClientConfig }) {
  const page = usePageStyles();
  const text = useText();
  const state = (isDone: boolean): string => text(isDone ? 'setup.done' : 'setup.open');
  return (
    <AdministratorsOnly>
      <div className={page.page}>
        <h1 className={page.heading}>{text('title.setup')}</h1>
        <Facts
          facts={[
            [text('setup.clientRegistration'), state(true)],
            [text('setup.serverRegistration'), state(true)],
            [text('setup.channels'), features.channels.join(', ') || text('setup.open')],
            [text('setup.languageModel'), state(features.assistant)],
          ]}
        />
        <p className={page.meta}>{text('admin.environment')}</p>
      </div>
    </AdministratorsOnly>
  );
}
