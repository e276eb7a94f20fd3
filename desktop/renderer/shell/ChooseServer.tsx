import type { ServerChoice } from '../host.ts';
import { useText } from '../text.ts';
import { AddressForm } from './AddressForm.tsx';
import { Welcome } from './Welcome.tsx';

/** What the desktop app asks first of all: whose Handback this is. */
export function ChooseServer({ servers }: { servers: ServerChoice }) {
  const text = useText();
  return (
    <Welcome words={text('server.question')}>
      <AddressForm servers={servers} start={servers.known[0]} isAlone />
    </Welcome>
  );
}
