import { Button } from '@fluentui/react-components';
import { ArrowUploadRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import { useText } from '../text.ts';

/** Imports a definition from a file. */
export function FileButton({ onFile }: { onFile(file: File): void }) {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = ''; // so that the same file can be chosen again
        }}
      />
      <Button icon={<ArrowUploadRegular />} onClick={() => input.current?.click()}>
        {text('editor.chooseFile')}
      </Button>
    </>
  );
}
