import { Button, makeStyles, Text as Words, tokens } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { workOf } from '../../../contract/profileRules.ts';
import { useOwnProfile, useRefreshProfile } from '../api/ownProfile.ts';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  profile: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start' },
  photo: { width: '32px', height: '32px', borderRadius: '50%', marginBlock: tokens.spacingVerticalXS },
  aside: { color: tokens.colorNeutralForeground3, overflowWrap: 'anywhere' },
  refresh: { minWidth: 0, paddingInline: 0 },
  failed: { color: tokens.colorPaletteRedForeground1 },
});

/** The person's stored profile, its age, and a button to refresh it. */
export function OwnProfile() {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const own = useOwnProfile();
  const refresh = useRefreshProfile();
  if (!own.data) return null;
  const { syncedAt, timeZone, photo } = own.data;
  const at = syncedAt && intl.formatDate(syncedAt, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className={styles.profile}>
      {photo && <img src={photo} alt="" className={styles.photo} />}
      <Words size={200}>{workOf(own.data)}</Words>
      {timeZone && (
        <Words size={200} className={styles.aside}>
          {text('account.profile.zone', { zone: timeZone })}
        </Words>
      )}
      <Words size={200} className={styles.aside}>
        {at ? text('account.profile.asOf', { at }) : text('account.profile.never')}
      </Words>
      <Button
        appearance="transparent"
        size="small"
        className={styles.refresh}
        disabledFocusable={refresh.isPending}
        onClick={() => refresh.mutate()}
      >
        {text('account.profile.refresh')}
      </Button>
      {refresh.error && (
        <Words size={200} role="alert" className={styles.failed}>
          {wordsFor(refresh.error, text)}
        </Words>
      )}
    </div>
  );
}
