import { Badge, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { RegistrationHealth } from '../../../contract/settings.ts';
import { useOwnSearch } from '../api/search.ts';
import { ApiProblem } from '../api/client.ts';
import { wordsFor } from '../problemWords.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { FactList } from './Facts.tsx';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
});

/** Whether the search service is reachable, as the server and as the person viewing this page (behaviour 5.3 D). */
export function SearchState({ search }: { search: NonNullable<RegistrationHealth['search']> }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const { problem, scope, madeAgainAt } = search;
  const madeAgain = (at: string) =>
    text('admin.health.searchMadeAgain', { at: intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' }) });
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby="search-service">
      <h2 id="search-service" className={page.subheading}>
        {text('admin.health.search')}
      </h2>
      <FactList
        facts={[
          [text('admin.health.searchServer'), problem ?? <Well />],
          ...(madeAgainAt === undefined ? [] : [[text('admin.health.searchIndex'), madeAgain(madeAgainAt)] as const]),
          ...(scope === null ? [] : [[text('admin.health.searchOwn', { scope }), <OwnSearch key="own" />] as const]),
        ]}
      />
    </section>
  );
}

function Well() {
  const text = useText();
  return (
    <Badge appearance="tint" color="success">
      {text('admin.health.searchWell')}
    </Badge>
  );
}

function OwnSearch() {
  const text = useText();
  const { error, isPending } = useOwnSearch();
  if (isPending) return text('state.loading');
  if (!error) return <Well />;
  const isRefused = error instanceof ApiProblem && error.code === 'forbidden';
  return isRefused ? text('admin.health.searchNoToken') : wordsFor(error, text);
}
