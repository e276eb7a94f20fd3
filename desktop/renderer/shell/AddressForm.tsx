import { Button, Field, Input } from '@fluentui/react-components';
import { useState, type FormEvent } from 'react';
import type { ServerFault } from '../../bridge.ts';
import type { ServerChoice } from '../host.ts';
import { useText } from '../text.ts';

/** The address of the sandbox from `npm start`. */
const SANDBOX = 'http://localhost:3000';

interface Props {
  servers: ServerChoice;
  start?: string;
  /** The form is the only content of the page. */
  isAlone?: boolean;
}

/** Asks for a server's address and tests it; reloads the page if it is accepted. */
export function AddressForm({ servers, start = '', isAlone = false }: Props) {
  const text = useText();
  const [address, setAddress] = useState(start);
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
    <form onSubmit={submit} noValidate style={{ display: 'contents' }}>
      <Field
        label={text('server.address')}
        hint={text('server.hint')}
        validationMessage={fault && text(`server.fault.${fault}`)}
      >
        <Input
          type="url"
          autoFocus={isAlone}
          value={address}
          placeholder="handback.example.com"
          onChange={(_event, { value }) => {
            setAddress(value);
            setFault(null);
          }}
        />
      </Field>
      <Button
        type="submit"
        appearance={isAlone ? 'primary' : 'secondary'}
        size={isAlone ? 'large' : 'medium'}
        disabledFocusable={isTrying}
      >
        {text('server.connect')}
      </Button>
      {isAlone && (
        <Button appearance="subtle" disabledFocusable={isTrying} onClick={() => void choose(SANDBOX)}>
          {text('server.sandbox')}
        </Button>
      )}
    </form>
  );
}
