import { Button, Field, Input } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import type { ServerFault } from '../../bridge.ts';
import type { ServerChoice } from '../host.ts';
import { useText } from '../text.ts';
import { Welcome } from './Welcome.tsx';

/** Where `npm start` runs the sandbox. */
const SANDBOX = 'http://localhost:3000';

/** What the desktop app asks first of all: whose Handback this is. */
export function ChooseServer({ servers }: { servers: ServerChoice }) {
  const text = useText();
  const [address, setAddress] = useState(servers.known[0] ?? '');
  const [fault, setFault] = useState<ServerFault | null>(null);
  const [isTrying, setTrying] = useState(false);

  async function choose(chosen: string): Promise<void> {
    setTrying(true);
    setAddress(chosen);
    const found = await servers.choose(chosen).catch((): ServerFault => 'unreachable');
    if (found === null) return window.location.reload();
    setFault(found);
    setTrying(false);
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isTrying) void choose(address);
  };
  return (
    <Welcome words={text('server.question')}>
      <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
        <Field
          label={text('server.address')}
          hint={text('server.hint')}
          validationMessage={fault && text(`server.fault.${fault}`)}
        >
          <Input
            type="url"
            autoFocus
            value={address}
            placeholder="handback.example.com"
            onChange={(_event, { value }) => {
              setAddress(value);
              setFault(null);
            }}
          />
        </Field>
        <Button type="submit" appearance="primary" size="large" disabledFocusable={isTrying}>
          {text('server.connect')}
        </Button>
        <Button appearance="subtle" disabledFocusable={isTrying} onClick={() => void choose(SANDBOX)}>
          {text('server.sandbox')}
        </Button>
      </form>
    </Welcome>
  );
}
