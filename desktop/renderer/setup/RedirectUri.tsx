import { Button, Field, Input } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useText } from '../text.ts';

interface Props {
  label: string;
  hint: string;
  uri: string;
  fault?: string | undefined;
}

/** The redirect URI for the client registration, to copy. */
export function RedirectUri({ label, hint, uri, fault }: Props) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(uri).then(() => setCopied(true));
  return (
    <Field
      label={label}
      hint={isCopied ? text('setup.copied') : hint}
      validationMessage={fault}
      validationState={fault ? 'error' : 'none'}
    >
      <Input
        readOnly
        value={uri}
        contentAfter={
          <Button
            appearance="transparent"
            icon={<CopyRegular />}
            aria-label={text('setup.copy', { label })}
            onClick={copy}
          />
        }
      />
    </Field>
  );
}
