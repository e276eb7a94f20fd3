import { Button, Link, makeStyles, mergeClasses, ProgressBar, tokens, useAnnounce } from '@fluentui/react-components';
import { AttachRegular, DismissRegular, DocumentRegular } from '@fluentui/react-icons';
import { useRef, useState, type ReactNode } from 'react';
import { countBounds } from '../../../contract/answers.ts';
import { MAX_FILE_BYTES, type FileView } from '../../../contract/files.ts';
import { useIntl } from 'react-intl';
import { useText, type Text } from '../text.ts';
import { fileKinds } from './fileKinds.ts';
import { fileSize } from '../../../contract/fileSize.ts';
import type { InputProps } from './input.ts';
import { useInputServices } from './services.ts';
import { useUploads, type UploadState } from './useUploads.ts';

const useStyles = makeStyles({
  drop: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'start',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingHorizontalM,
    border: `1px dashed ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  isOver: { border: `1px dashed ${tokens.colorBrandStroke1}`, backgroundColor: tokens.colorBrandBackground2 },
  list: { listStyle: 'none', margin: 0, padding: 0, width: '100%', display: 'grid', gap: tokens.spacingVerticalXS },
  file: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: { overflowWrap: 'anywhere', flex: 1, minWidth: 0 },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  error: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

const isFile = (item: unknown): item is FileView => typeof item === 'object' && item !== null && 'id' in item;

/** `file`: chosen or dropped, sent at once with its progress; the answer refers to what has arrived. */
export function FileInput({ spec, value, onChange, isDisabled, inputRef, control }: InputProps) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const { upload } = useInputServices();
  const files = Array.isArray(value) ? value.filter(isFile) : [];
  const { max } = countBounds(spec);
  const { uploads, room, send, drop } = useUploads({
    files,
    most: max,
    onChange,
    upload: upload && ((file, sending) => upload(spec.name, file, sending)),
    onArrived: (file) => announce(text('input.file.arrived', { name: file.name })),
  });
  if (!upload) return <span className={styles.quiet}>{text('input.file.notHere')}</span>;

  return (
    <DropArea onDrop={(dropped) => !isDisabled && send(dropped)}>
      {(files.length > 0 || uploads.length > 0) && (
        <ul className={styles.list}>
          {files.map((file) => (
            <Arrived
              key={file.id}
              file={file}
              onRemove={isDisabled ? undefined : () => onChange(files.filter(({ id }) => id !== file.id))}
            />
          ))}
          {uploads.map((each) => (
            <Upload key={each.key} upload={each} text={text} onDrop={() => drop(each.key)} />
          ))}
        </ul>
      )}
      {room > 0 && !isDisabled && (
        <Chooser spec={spec} isForMany={max > 1} inputRef={inputRef} control={control} onChoose={send} />
      )}
      <Hint spec={spec} most={max} />
    </DropArea>
  );
}

function DropArea({ onDrop, children }: { onDrop(files: File[]): void; children: ReactNode }) {
  const styles = useStyles();
  const [isOver, setIsOver] = useState(false);
  return (
    <div
      className={mergeClasses(styles.drop, isOver && styles.isOver)}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

interface ChooserProps extends Pick<InputProps, 'spec' | 'inputRef' | 'control'> {
  isForMany: boolean;
  onChoose(files: File[]): void;
}

/** The button stands for the browser's own control, which cannot be given words. */
function Chooser({ spec, isForMany, inputRef, control, onChoose }: ChooserProps) {
  const text = useText();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
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
      <Button
        ref={inputRef}
        icon={<AttachRegular />}
        aria-describedby={control['aria-describedby']}
        onClick={() => chooser.current?.click()}
      >
        {text(isForMany ? 'input.file.chooseMany' : 'input.file.choose')}
      </Button>
    </>
  );
}

function Arrived({ file: { name, size }, onRemove }: { file: FileView; onRemove?: () => void }) {
  const styles = useStyles();
  const text = useText();
  return (
    <li className={styles.file}>
      <DocumentRegular aria-hidden />
      <span className={styles.name}>
        {name} <span className={styles.quiet}>{fileSize(size)}</span>
      </span>
      {onRemove && <Remove label={text('input.file.remove', { name })} onClick={onRemove} />}
    </li>
  );
}

function Upload({ upload, text, onDrop }: { upload: UploadState; text: Text; onDrop(): void }) {
  const styles = useStyles();
  const { name, share, problem, retry } = upload;
  return (
    <li className={styles.file}>
      <DocumentRegular aria-hidden />
      <span className={styles.name}>
        {name}
        {problem ? (
          <span className={styles.error} role="alert">
            {' '}
            {problem} {retry && <Link onClick={retry}>{text('input.file.again')}</Link>}
          </span>
        ) : (
          <ProgressBar value={share} aria-label={text('input.file.sending', { name })} />
        )}
      </span>
      <Remove label={text('input.file.remove', { name })} onClick={onDrop} />
    </li>
  );
}

const Remove = ({ label, onClick }: { label: string; onClick(): void }) => (
  <Button appearance="subtle" size="small" icon={<DismissRegular />} aria-label={label} onClick={onClick} />
);

/** What is taken, how large and how many: “PDF or Word, 25 MB at most, 3 files at most”. */
function Hint({ spec: { accept = [] }, most }: { spec: InputProps['spec']; most: number }) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const kinds = accept.length > 0 && intl.formatList(fileKinds(accept, text), { type: 'disjunction' });
  const parts = [kinds, text('input.file.size', { size: fileSize(MAX_FILE_BYTES) }), text('input.file.most', { most })];
  return (
    <span className={styles.quiet}>
      {text('input.file.drop')} {parts.filter(Boolean).join(', ')}.
    </span>
  );
}
