import type { ClientConfig } from '../../../contract/client.ts';
import { AdminFrame, FromEnvironment } from '../admin/AdminFrame.tsx';
import { Facts } from '../admin/Facts.tsx';
import { channelName } from '../channelName.ts';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';

/** How far this installation is set up (behaviour 2.9). What it cannot start without is there, or this page would not be. */
export function SetupPage({ config: { features } }: { config: ClientConfig }) {
  const text = useText();
  const channels = features.channels.map((channel) => channelName(channel, text));
  const state = (isDone: boolean): string => text(isDone ? 'setup.done' : 'setup.open');
  return (
    <AdminFrame title={text('title.setup')} href={hrefOf({ page: 'setup' })}>
      <Facts
        facts={[
          [text('setup.clientRegistration'), state(true)],
          [text('setup.serverRegistration'), state(true)],
          [text('setup.channels'), channels.join(', ') || state(false)],
          [text('setup.languageModel'), state(features.assistant)],
        ]}
      />
      <FromEnvironment />
    </AdminFrame>
  );
}
