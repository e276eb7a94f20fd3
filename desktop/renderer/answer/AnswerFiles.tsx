import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../api/queries.ts';
import { wordsFor } from '../problemWords.ts';
import { saveFile } from '../saveFile.ts';
import { useText } from '../text.ts';
import { useFileSize } from '../useFileSize.ts';
import type { FileReference } from './showResponse.ts';

const useStyles = makeStyles({
  files: { listStyleType: 'none', margin: 0, padding: 0 },
  file: {
    maxWidth: '100%',
    overflowWrap: 'anywhere',
    paddingInline: 0,
    justifyContent: 'flex-start',
    textAlign: 'start',
  },
  size: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  problem: { color: tokens.colorStatusDangerForeground1, fontSize: tokens.fontSizeBase200, display: 'block' },
});

/** The files of an answer, to download. */
export function AnswerFiles({ files }: { files: readonly FileReference[] }) {
  const styles = useStyles();
  return (
    <ul className={styles.files}>
      {files.map((file) => (
        <li key={file.id}>
          <AnswerFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function AnswerFile({ file: { id, name, size } }: { file: FileReference }) {
  const styles = useStyles();
  const text = useText();
  const api = useApi();
  const inBytes = useFileSize();
  const download = useMutation({
    mutationFn: () => api.download(`/files/${encodeURIComponent(id)}`),
    onSuccess: (content) => saveFile(content, name),
  });
  return (
    <>
      <Button
        appearance="transparent"
        className={styles.file}
        icon={<ArrowDownloadRegular />}
        aria-label={text('file.download', { name })}
        disabledFocusable={download.isPending}
        onClick={() => download.mutate()}
      >
        <bdi>{name}</bdi>
      </Button>{' '}
      <span className={styles.size}>{inBytes(size)}</span>
      {download.error && (
        <span className={styles.problem} role="alert">
          {text('file.failed', { name })}. {wordsFor(download.error, text)}
        </span>
      )}
    </>
  );
}
