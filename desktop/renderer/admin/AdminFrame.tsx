import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { useMe } from '../api/queries.ts';
import { usePageStyles } from '../shell/page.ts';
import { ADMIN_SECTIONS, hrefOf, type Route } from '../routes.ts';
import { useText, type TextId } from '../text.ts';
import { AdministratorsOnly } from './AdministratorsOnly.tsx';

const useStyles = makeStyles({
  nav: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalXL },
  link: {
    flexDirection: 'column',
    justifyContent: 'center',
    alignItems: 'flex-start',
    gap: 0,
    // as wide as it is when bold, so that the others do not move
    '::after': {
      content: 'attr(data-words)',
      height: 0,
      overflow: 'hidden',
      visibility: 'hidden',
      fontWeight: tokens.fontWeightSemibold,
    },
  },
  current: { fontWeight: tokens.fontWeightSemibold, color: tokens.colorNeutralForeground1 },
});

const PLACES: [TextId, Extract<Route, { page: 'admin' | 'setup' }>][] = [
  ...ADMIN_SECTIONS.map((section): (typeof PLACES)[number] => [`admin.section.${section}`, { page: 'admin', section }]),
  ['title.setup', { page: 'setup' }],
];

/** The only page that auditors see too. */
const AUDIT = hrefOf({ page: 'admin', section: 'audit' });

interface Props {
  title: string;
  /** The page's address. */
  href: string;
  children: ReactNode;
}

/** The frame around an administration page. */
export function AdminFrame({ title, href, children }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const isAdministrator = useMe().data?.roles.includes('administrator') ?? false;
  const places = PLACES.filter(([, route]) => isAdministrator || hrefOf(route) === AUDIT);
  return (
    <AdministratorsOnly withAuditors={href === AUDIT}>
      <div className={page.page}>
        <nav className={styles.nav} aria-label={text('title.admin')}>
          {places.map(([name, route]) => {
            const isCurrent = hrefOf(route) === href;
            return (
              <Link
                key={name}
                className={mergeClasses(page.back, styles.link, isCurrent && styles.current)}
                data-words={text(name)}
                href={hrefOf(route)}
                aria-current={isCurrent ? 'page' : undefined}
              >
                {text(name)}
              </Link>
            );
          })}
        </nav>
        <h1 className={page.heading}>{title}</h1>
        {children}
      </div>
    </AdministratorsOnly>
  );
}
