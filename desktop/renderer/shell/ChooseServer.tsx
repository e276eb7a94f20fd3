import type { ServerChoice } from '../host.ts';
import { useText } from '../text.ts';
import { AddressForm } from './AddressForm.tsx';
import { Welcome } from './Welcome.tsx';

/** The desktop app's first page, which asks for the server. */
export function ChooseServer({ servers }: { servers: ServerChoice }) {
  const text = useText();
  return (
    <Welcome words={text('server.question')}>
      <AddressForm servers={servers} start={servers.known[0]} isAlone />
    </Welcome>
  );
}
