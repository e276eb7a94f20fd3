import { useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from '../../../contract/files.ts';
import { ApiProblem } from '../api/client.ts';
import { wordsFor } from '../problemWords.ts';
import { useText, type Text } from '../text.ts';
import { useFileSize } from '../useFileSize.ts';
import { DriveRefusal } from './driveUpload.ts';
import type { HeldFile, Upload } from './heldFile.ts';
import { fieldWords } from './fieldWords.ts';
import { fileKinds } from './fileKinds.ts';
import { useLost, usePending } from './pending.ts';

/** An upload in progress, or a failed one. */
export interface UploadState {
  key: string;
  name: string;
  /** 0 to 1 */
  share: number;
  problem: string | null;
  /** Uploads it again; null if that cannot help. */
  retry: (() => void) | null;
}

interface Options {
  /** Name of the field. */
  field: string;
  files: HeldFile[];
  /** The maximum number of files. */
  most: number;
  onChange(files: HeldFile[]): void;
  onArrived(file: HeldFile): void;
}

const RETRIED = new Set<ApiProblem['code']>(['unreachable', 'unavailable', 'rate_limited', 'internal']);

/** The server's message for the field, otherwise its general one. */
const messageOf = (problem: Error, text: Text): string =>
  (problem instanceof DriveRefusal && problem.message) ||
  (problem instanceof ApiProblem && Object.values(fieldWords(inKinds(problem, text), text))[0]) ||
  wordsFor(problem, text);

/** A refusal with the types of files as the field names them. */
function inKinds({ extra }: ApiProblem, text: Text): Pick<ApiProblem, 'extra'> {
  const checks = Object.entries(extra.checks ?? {}).map(([field, check]) => {
    const { types } = check.values;
    if (check.id !== 'fileType' || typeof types !== 'string') return [field, check];
    return [field, { ...check, values: { ...check.values, types: fileKinds(types.split(','), text).join(', ') } }];
  });
  return { extra: { ...extra, checks: Object.fromEntries(checks) as typeof extra.checks } };
}

/** Whether the browser can read it; it cannot read dropped folders, or files changed or deleted since. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

/** Uploads each file as soon as it is chosen, and adds it to the field's value when it has arrived. */
export function useUploads({ field, files, most, onChange, onArrived }: Options) {
  const text = useText();
  const inBytes = useFileSize();
  const [uploads, setUploads] = useState<UploadState[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const latest = useRef(files);
  latest.current = files;
  useEffect(() => {
    const all = running.current;
    return () => all.forEach((each) => each.abort());
  }, []);

  const change = (key: string, part: Partial<UploadState>) =>
    setUploads((now) => now.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const drop = (key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    setUploads((now) => now.filter((each) => each.key !== key));
  };

  async function attempt(key: string, file: File, upload: Upload): Promise<void> {
    const abort = new AbortController();
    running.current.set(key, abort);
    change(key, { problem: null, retry: null, share: 0 });
    try {
      const arrived = await upload(file, { signal: abort.signal, onProgress: (share) => change(key, { share }) });
      if (abort.signal.aborted) return; // too late to cancel it, but nobody wants it
      drop(key);
      latest.current = [...latest.current, arrived]; // another may arrive before the next render
      onChange(latest.current);
      onArrived(arrived);
    } catch (error) {
      if (abort.signal.aborted) return;
      const problem = error as Error;
      const isPassing = problem instanceof ApiProblem && RETRIED.has(problem.code);
      if (isPassing && !(await isReadable(file))) change(key, { problem: text('input.file.unreadable') });
      else
        change(key, {
          problem: messageOf(problem, text),
          retry: isPassing ? () => void attempt(key, file, upload) : null,
        });
    }
  }

  const room = most - files.length - uploads.filter(({ problem, retry }) => problem === null || retry).length;
  function send(chosen: File[], upload: Upload): void {
    chosen.forEach((file, index) => {
      const key = crypto.randomUUID();
      const problem = refusalOf(file, index < room);
      setUploads((now) => [...now, { key, name: file.name, share: 0, problem, retry: null }]);
      if (problem === null) void attempt(key, file, upload);
    });
  }
  function refusalOf({ size }: File, isRoom: boolean): string | null {
    if (!isRoom) return text('check.atMostFiles', { count: most });
    return size > MAX_FILE_BYTES ? text('input.file.tooLarge', { size: inBytes(MAX_FILE_BYTES) }) : null;
  }

  usePending(uploads.some(({ problem }) => problem === null));
  const hasFailed = uploads.some(({ problem }) => problem !== null);
  useLost(field, hasFailed ? text('input.file.lost') : null, () => onChange(latest.current));
  return { uploads, room, send, drop };
}
