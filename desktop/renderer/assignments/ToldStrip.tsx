import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { AssignmentCounts } from '../../../contract/assignments.ts';
import { useReadAllTold, useTold } from '../api/assignments.ts';
import { hrefOf, type Scope } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { ToldRow } from './ToldRow.tsx';
import { fewTold, muchTold } from './toldRules.ts';

const useStyles = makeStyles({
  strip: {
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
  },
});

/** Unread events on assignments, above the questions, so that both are in one place. */
export function ToldStrip({ unread }: Pick<AssignmentCounts, 'unread'>) {
  const much = muchTold(unread);
  return much ? <Much {...much} /> : <Few />;
}

function Strip({ children }: { children: ReactNode }) {
  const styles = useStyles();
  const text = useText();
  return (
    <section className={styles.strip} aria-label={text('told.latest')}>
      {children}
    </section>
  );
}

function Few() {
  const page = usePageStyles();
  const told = fewTold(useTold({ unread: true }).data?.pages[0]?.items ?? []);
  if (told.length === 0) return null;
  return (
    <Strip>
      <ul className={page.list}>
        {told.map((each) => (
          <ToldRow key={each.id} told={each} isBrief />
        ))}
      </ul>
    </Strip>
  );
}

/** The number of events in one line, with a link to them; the tabs above show the numbers by kind. */
function Much({ count, scopes }: { count: number; scopes: readonly Scope[] }) {
  const styles = useStyles();
  const text = useText();
  const readAll = useReadAllTold();
  const read = async (button: HTMLElement): Promise<void> => {
    const main = button.closest('main');
    await Promise.all(scopes.map((scope) => readAll.mutateAsync(scope)));
    if ([button, document.body].includes(document.activeElement as HTMLElement)) main?.focus(); // the pressed button disappears
  };
  return (
    <Strip>
      <div className={styles.line}>
        <Link href={hrefOf({ page: 'told', scope: scopes[0]! })}>{text('told.many', { count })}</Link>
        <Button
          size="small"
          appearance="subtle"
          disabledFocusable={readAll.isPending}
          onClick={({ currentTarget }) => void read(currentTarget).catch(() => undefined)}
        >
          {text('told.readMany')}
        </Button>
      </div>
    </Strip>
  );
}
