import { Badge, Field, makeStyles, mergeClasses, Select, tokens } from '@fluentui/react-components';
import { MailReadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { DeliveryEntry } from '../../../contract/settings.ts';
import { useDeliveries } from '../api/settings.ts';
import { Pages } from '../shell/Pages.tsx';
import { deliveryReason } from './deliveryReason.ts';
import { channelName } from '../channelName.ts';
import { usePageStyles } from '../shell/page.ts';
import { Empty } from '../shell/states.tsx';
import { useText, type TextId } from '../text.ts';
import { useNow } from '../useNow.ts';
import { When } from '../When.tsx';

const useStyles = makeStyles({
  log: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  filters: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM },
  list: { gap: tokens.spacingVerticalXS },
  row: { paddingBlock: tokens.spacingVerticalM, display: 'grid', gap: tokens.spacingVerticalXS },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  error: { color: tokens.colorStatusDangerForeground1, overflowWrap: 'anywhere' },
});

const CHANNELS = ['email', 'teams', 'slack'] as const;
const COLORS = {
  queued: 'informative',
  sent: 'success',
  failed: 'danger',
  skipped: 'informative',
  unknown: 'warning',
} as const satisfies Record<DeliveryEntry['state'], string>;

/** What a message is about, by the kind of its subject; the others are about assignments. */
const ABOUT: Record<string, TextId> = { request: 'admin.deliveries.question', nudge: 'admin.deliveries.reminder' };

const STATES = Object.keys(COLORS) as DeliveryEntry['state'][];

/** Messages to people and their delivery states, newest first. */
export function DeliveryLog() {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [channel, setChannel] = useState('');
  const [state, setState] = useState('');
  const read = useDeliveries({ channel, state });
  return (
    <section aria-labelledby="delivery-log" className={styles.log}>
      <h2 id="delivery-log" className={page.subheading}>
        {text('admin.deliveries')}
      </h2>
      <div role="search" className={styles.filters}>
        <Field label={text('admin.deliveries.channel')}>
          <Select value={channel} onChange={(_event, { value }) => setChannel(value)}>
            <option value="">{text('admin.deliveries.any')}</option>
            {CHANNELS.map((name) => (
              <option key={name} value={name}>
                {channelName(name, text)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text('admin.deliveries.state')}>
          <Select value={state} onChange={(_event, { value }) => setState(value)}>
            <option value="">{text('admin.deliveries.any')}</option>
            {STATES.map((name) => (
              <option key={name} value={name}>
                {text(`admin.deliveries.state.${name}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Pages read={read} empty={<Empty icon={<MailReadRegular />} title={text('admin.deliveries.none')} />}>
        {(entries) => (
          <ul className={mergeClasses(page.list, styles.list)}>
            {entries.map((entry) => (
              <li key={entry.id} className={mergeClasses(page.card, styles.row)}>
                <Entry entry={entry} />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </section>
  );
}

function Entry({ entry }: { entry: DeliveryEntry }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const now = useNow();
  const reason = deliveryReason(entry, text);
  const { person, channel, state, at, attempts, kind, nextAttemptAt } = entry;
  return (
    <>
      <div className={styles.head}>
        <span className={styles.name}>{person.displayName}</span>
        <Badge appearance="tint" color={COLORS[state]}>
          {text(`admin.deliveries.state.${state}`)}
        </Badge>
      </div>
      <div className={page.meta}>
        <When at={at} />
        <span>{channelName(channel, text)}</span>
        <span>{text(ABOUT[kind] ?? 'admin.deliveries.notice')}</span>
        {attempts > 1 && <span>{text('admin.deliveries.attempts', { count: attempts })}</span>}
        {nextAttemptAt !== null && Date.parse(nextAttemptAt) > now && (
          <span>
            {text('admin.deliveries.next')} <When at={nextAttemptAt} />
          </span>
        )}
      </div>
      {reason && (
        <span {...(!reason.isOwn && { lang: 'en', dir: 'ltr' })} className={styles.error}>
          {reason.words}
        </span>
      )}
    </>
  );
}
