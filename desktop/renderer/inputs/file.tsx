import { Button, Link, makeStyles, mergeClasses, ProgressBar, tokens, useAnnounce } from '@fluentui/react-components';
import { DismissRegular, DocumentRegular } from '@fluentui/react-icons';
import { useState, type ReactNode } from 'react';
import { countBounds } from '../../../contract/answers.ts';
import { fileHosts, MAX_FILE_BYTES } from '../../../contract/files.ts';
import { useIntl } from 'react-intl';
import { useText, type Text } from '../text.ts';
import { useFileSize } from '../useFileSize.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { fileKinds } from './fileKinds.ts';
import type { InputProps } from './input.ts';
import { useInputServices } from './services.ts';
import { Chooser, OtherWays } from './fileWays.tsx';
import type { HeldFile, Upload as Send } from './heldFile.ts';
import { useKeptFocus } from './useKeptFocus.ts';
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
  ways: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  error: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200 },
});

const isFile = (item: unknown): item is HeldFile =>
  typeof item === 'object' && item !== null && ('id' in item || 'url' in item);
const keyOf = (file: HeldFile): string => ('id' in file ? file.id : file.url);

/** `file`: files are chosen or dropped and uploaded at once, with progress; the answer refers to the uploaded ones. */
export function FileInput({ spec, value, onChange, isDisabled, inputRef, control }: InputProps) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const { upload, documents } = useInputServices();
  const files = Array.isArray(value) ? value.filter(isFile) : [];
  const { max } = countBounds(spec);
  const { uploads, room, send, drop } = useUploads({
    field: spec.name,
    files,
    most: max,
    onChange,
    onArrived: (file) => announce(text('input.file.arrived', { name: file.name })),
  });
  if (!upload) return <span className={styles.quiet}>{text('input.file.notHere')}</span>;
  const toServer: Send = (file, sending) => upload(spec.name, file, sending);
  const add = (file: HeldFile) => onChange([...files.filter((each) => keyOf(each) !== keyOf(file)), file]);

  return (
    <DropArea control={control} onDrop={(dropped) => !isDisabled && send(dropped, toServer)}>
      {(files.length > 0 || uploads.length > 0) && (
        <ul className={styles.list}>
          {files.map((file) => (
            <Arrived
              key={keyOf(file)}
              file={file}
              onRemove={isDisabled ? undefined : () => onChange(files.filter((each) => each !== file))}
            />
          ))}
          {uploads.map((each) => (
            <Upload key={each.key} upload={each} text={text} onDrop={() => drop(each.key)} />
          ))}
        </ul>
      )}
      {room > 0 && !isDisabled && (
        <span className={styles.ways}>
          <Chooser
            spec={spec}
            isForMany={max > 1}
            inputRef={inputRef}
            control={control}
            onChoose={(chosen) => send(chosen, toServer)}
          />
          {documents && fileHosts(spec).length > 0 && (
            <OtherWays spec={spec} isForMany={max > 1} documents={documents} onSend={send} onLink={add} />
          )}
        </span>
      )}
      <Hint spec={spec} most={max} />
    </DropArea>
  );
}

interface DropAreaProps extends Pick<InputProps, 'control'> {
  onDrop(files: File[]): void;
  children: ReactNode;
}

/** A group with the name of the field, because its buttons are called the same in every field. */
function DropArea({ control, onDrop, children }: DropAreaProps) {
  const styles = useStyles();
  const [isOver, setIsOver] = useState(false);
  const keptFocus = useKeptFocus<HTMLDivElement>();
  return (
    <FieldGroup
      {...keptFocus}
      control={control}
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
    </FieldGroup>
  );
}

function Arrived({ file, onRemove }: { file: HeldFile; onRemove?: () => void }) {
  const styles = useStyles();
  const inBytes = useFileSize();
  const text = useText();
  return (
    <li className={styles.file}>
      <DocumentRegular aria-hidden />
      <span className={styles.name}>
        {'url' in file ? (
          <Link href={file.url} target="_blank" rel="noopener noreferrer">
            <bdi>{file.name}</bdi>
          </Link>
        ) : (
          <bdi>{file.name}</bdi>
        )}{' '}
        <span className={styles.quiet}>{'size' in file ? inBytes(file.size) : new URL(file.url).host}</span>
      </span>
      {onRemove && <Remove label={text('input.file.remove', { name: file.name })} onClick={onRemove} />}
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

/** The accepted types, size and number: “PDF or Word, 25 MB at most, 3 files at most”. */
function Hint({ spec: { accept = [] }, most }: { spec: InputProps['spec']; most: number }) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const inBytes = useFileSize();
  const kinds = accept.length > 0 && intl.formatList(fileKinds(accept, text), { type: 'disjunction' });
  const parts = [kinds, text('input.file.size', { size: inBytes(MAX_FILE_BYTES) }), text('input.file.most', { most })];
  return (
    <span className={styles.quiet}>
      {text('input.file.drop')} {parts.filter(Boolean).join(', ')}.
    </span>
  );
}
