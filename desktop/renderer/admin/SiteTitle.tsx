import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { Site } from '../../../contract/documents.ts';

/** Styles for lists of sites. */
export const useSiteStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0, color: tokens.colorNeutralForeground3 },
  list: { margin: 0, padding: 0, listStyleType: 'none', display: 'grid', gap: tokens.spacingVerticalM },
  site: { display: 'grid', gap: tokens.spacingVerticalXXS, minWidth: 0, overflowWrap: 'anywhere' },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  fault: { color: tokens.colorStatusDangerForeground1 },
});

/** The name of a site, as a link to it. */
export function SiteTitle({ site: { name, address } }: { site: Pick<Site, 'name' | 'address'> }) {
  const styles = useSiteStyles();
  return (
    <>
      <h3 className={styles.name}>{name}</h3>
      <Link href={address} target="_blank" rel="noreferrer">
        {address}
      </Link>
    </>
  );
}
