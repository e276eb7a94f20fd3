import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, DocumentSearchRegular } from '@fluentui/react-icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MOST_EXPORTED } from '../../../contract/auditActions.ts';
import { useAudit, useAuditExport } from '../api/audit.ts';
import { Pages } from '../shell/Pages.tsx';
import { saveFile } from '../saveFile.ts';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useSettled } from '../useSettled.ts';
import { AuditChain } from './AuditChain.tsx';
import { NO_FILTERS, toSearch, type AuditFilters } from './auditFilters.ts';
import { AuditFilterForm } from './AuditFilterForm.tsx';
import { AuditRows } from './AuditRows.tsx';

const SETTLED_MS = 400;

const useStyles = makeStyles({
  export: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

/** The audit: the state of its chain, and its rows with filters and export. */
export function AuditSection() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [filters, setFilters] = useState<AuditFilters>(NO_FILTERS);
  const search = toSearch(useSettled(filters, SETTLED_MS));
  const read = useAudit(search);
  const exportRows = useAuditExport();
  const download = useMutation({ mutationFn: async () => saveFile(await exportRows(search), 'audit.csv') });
  return (
    <>
      <AuditChain />
      <AuditFilterForm filters={filters} onFilters={setFilters} />
      <div className={styles.export}>
        <Button
          icon={<ArrowDownloadRegular />}
          disabledFocusable={download.isPending}
          onClick={() => !download.isPending && download.mutate()}
        >
          {text('audit.export')}
        </Button>
        <span className={page.meta}>{text('audit.export.bound', { count: MOST_EXPORTED })}</span>
      </div>
      {download.error && <ProblemBar problem={download.error} />}
      <Pages read={read} empty={<Empty icon={<DocumentSearchRegular />} title={text('audit.none')} />}>
        {(entries) => <AuditRows entries={entries} onNarrow={(narrowed) => setFilters({ ...filters, ...narrowed })} />}
      </Pages>
    </>
  );
}
