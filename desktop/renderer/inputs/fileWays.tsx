import { Button } from '@fluentui/react-components';
import { AttachRegular, CloudArrowUpRegular, LibraryRegular } from '@fluentui/react-icons';
import { useRef, useState, type RefObject } from 'react';
import { fileHosts, isAtHost, type FileLink } from '../../../contract/files.ts';
import { lazyDialog } from '../shell/lazyDialog.tsx';
import { useText } from '../text.ts';
import { driveUpload } from './driveUpload.ts';
import type { Upload as Send } from './heldFile.ts';
import type { InputProps } from './input.ts';
import type { InputServices } from './services.ts';

const LibraryDialog = lazyDialog(async () => (await import('./LibraryDialog.tsx')).LibraryDialog);

interface ChooserProps extends Pick<InputProps, 'spec' | 'inputRef' | 'control'> {
  isForMany: boolean;
  onChoose(files: File[]): void;
}

/** A button in front of the browser's file input, whose text cannot be changed. */
export function Chooser({ spec, isForMany, inputRef, control, onChoose }: ChooserProps) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <HiddenChooser chooser={chooser} spec={spec} isForMany={isForMany} onChoose={onChoose} />
      <Button
        ref={inputRef}
        data-keeps-focus
        icon={<AttachRegular />}
        aria-describedby={control['aria-describedby']}
        onClick={() => chooser.current?.click()}
      >
        {text(isForMany ? 'input.file.chooseMany' : 'input.file.choose')}
      </Button>
    </>
  );
}

function HiddenChooser({
  chooser,
  spec,
  isForMany,
  onChoose,
}: Pick<ChooserProps, 'spec' | 'isForMany' | 'onChoose'> & { chooser: RefObject<HTMLInputElement | null> }) {
  return (
    <input
      ref={chooser}
      type="file"
      hidden
      multiple={isForMany}
      accept={spec.accept?.join(',')}
      onChange={({ target }) => {
        onChoose([...(target.files ?? [])]);
        target.value = '';
      }}
    />
  );
}

interface OtherWaysProps extends Pick<ChooserProps, 'spec' | 'isForMany'> {
  documents: NonNullable<InputServices['documents']>;
  onSend(files: File[], send: Send): void;
  onLink(file: FileLink): void;
}

/**
 * For fields that accept links: picks a file from a document library, or uploads one to the person's own drive
 * (behaviour 5.3 A).
 */
export function OtherWays({ spec, isForMany, documents: { own, drive, libraries }, onSend, onLink }: OtherWaysProps) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const [isBrowsing, setBrowsing] = useState(false);
  const hosts = fileHosts(spec);
  return (
    <>
      {libraries && (
        <Button icon={<LibraryRegular />} onClick={() => setBrowsing(true)}>
          {text('input.file.fromLibrary')}
        </Button>
      )}
      {drive && (
        <>
          <HiddenChooser
            chooser={chooser}
            spec={spec}
            isForMany={isForMany}
            onChoose={(chosen) => onSend(chosen, driveUpload(own, hosts, text))}
          />
          <Button icon={<CloudArrowUpRegular />} onClick={() => chooser.current?.click()}>
            {text('input.file.toDrive')}
          </Button>
        </>
      )}
      {isBrowsing && (
        <LibraryDialog
          own={own}
          hosts={hosts}
          onClose={() => setBrowsing(false)}
          onChoose={(file) => {
            setBrowsing(false);
            if (isAtHost(file.url, hosts)) onLink(file);
          }}
        />
      )}
    </>
  );
}
