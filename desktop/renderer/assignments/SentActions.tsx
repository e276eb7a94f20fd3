import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Assignment, BulkResult } from '../../../contract/assignments.ts';
import { useBulkAct, useExport, type AssignmentSearch } from '../api/assignments.ts';
import { saveFile } from '../saveFile.ts';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { ActProblem, refusal } from './HandDialog.tsx';

const useStyles = makeStyles({
  results: { margin: 0, paddingInlineStart: tokens.spacingHorizontalXL, maxHeight: '200px', overflowY: 'auto' },
});

interface Props {
  search: AssignmentSearch;
  picked: readonly Assignment[];
  /** @param left those without a result, because a call failed */
  onDone(left: readonly string[]): void;
}

/** Actions on the selected assignments, and on all shown. */
export function SentActions({ search, picked, onDone }: Props) {
  const page = usePageStyles();
  const text = useText();
  const act = useBulkAct();
  const read = useExport();
  const download = useMutation({
    mutationFn: async () => saveFile(await read(search), 'assignments.csv'),
  });
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const isIdle = picked.length === 0 || act.isPending;
  const take = async (action: 'remind' | 'cancel'): Promise<void> => {
    setNames(new Map(picked.map(({ id, assignee }) => [id, assignee.displayName])));
    const ids = picked.map(({ id }) => id);
    const { results } = await act.mutateAsync({ action, ids });
    const tried = new Set(results.map(({ id }) => id));
    onDone(ids.filter((id) => !tried.has(id)));
  };
  const problem = act.error ?? act.data?.problem ?? download.error;
  return (
    <>
      <div className={page.actions}>
        <Button disabledFocusable={isIdle} onClick={() => !isIdle && void take('remind').catch(() => {})}>
          {text('sendings.remind', { count: picked.length })}
        </Button>
        <ConfirmButton
          label={text('sendings.cancel', { count: picked.length })}
          title={text('sendings.cancel.title', { count: picked.length })}
          confirmLabel={text('sendings.cancel.confirm')}
          keepLabel={text('sendings.cancel.keep')}
          isDisabled={isIdle}
          onConfirm={() => take('cancel')}
          renderProblem={(problem) => <ActProblem problem={problem} />}
        >
          {text('sendings.cancel.text')}
        </ConfirmButton>
        <Button
          icon={<ArrowDownloadRegular />}
          disabledFocusable={download.isPending}
          onClick={() => !download.isPending && download.mutate()}
        >
          {text('sendings.export')}
        </Button>
      </div>
      <Results results={act.data?.results ?? []} names={names} />
      {problem && <ActProblem problem={problem} />}
    </>
  );
}

interface ResultsProps extends BulkResult {
  names: ReadonlyMap<string, string>;
}

/** The number of successes, and each failure. */
function Results({ results, names }: ResultsProps) {
  const styles = useStyles();
  const text = useText();
  const failed = results.filter(({ done }) => !done).length;
  return (
    <>
      <div role="status">{results.length > 0 && text('sendings.done', { count: results.length - failed, failed })}</div>
      {results.length > 0 && (
        <ul className={styles.results} aria-label={text('sendings.results')} tabIndex={0}>
          {results.map(({ id, done, code, detail }) => (
            <li key={id}>
              {names.get(id)}: {done ? text('sendings.result.done') : (refusal(code, text) ?? detail)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
