import { Button, Field, Input } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useText } from '../text.ts';

/** What the client registration has to name, to be copied there. */
export function RedirectUri({ uri, fault }: { uri: string; fault: string | undefined }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(uri).then(() => setCopied(true));
  return (
    <Field
      label={text('setup.redirectUri')}
      hint={text(isCopied ? 'setup.copied' : 'setup.redirectUri.hint')}
      validationMessage={fault}
      validationState={fault ? 'error' : 'none'}
    >
      <Input
        readOnly
        value={uri}
        contentAfter={
          <Button appearance="transparent" icon={<CopyRegular />} aria-label={text('setup.copy')} onClick={copy} />
        }
      />
    </Field>
  );
}
