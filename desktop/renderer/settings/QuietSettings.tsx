import { Body1, Button, Field, Radio, RadioGroup } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { QUIET_HOURS, SNOOZES, type AppSettings, type QuietHours, type SettingsChange } from '../../bridge.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';

interface Props {
  settings: Pick<AppSettings, 'quietHours' | 'snoozedUntil'>;
  change(changes: SettingsChange): void;
}

/** When the app does not notify: every night, or for a while. */
export function QuietSettings({ settings: { quietHours, snoozedUntil }, change }: Props) {
  const page = usePageStyles();
  const text = useText();
  const intl = useIntl();
  const hourOf = (hour: string | undefined): string => intl.formatTime(new Date(2026, 0, 1, Number(hour)));
  const label = (hours: QuietHours): string => {
    const [from, to] = hours.split('-');
    return hours === 'off'
      ? text('settings.quiet.off')
      : text('settings.quiet.hours', { from: hourOf(from), to: hourOf(to) });
  };
  return (
    <>
      <Field label={text('settings.quiet')} hint={text('settings.quiet.hint')}>
        <RadioGroup value={quietHours} onChange={(_event, { value }) => change({ quietHours: value as QuietHours })}>
          {QUIET_HOURS.map((hours) => (
            <Radio key={hours} value={hours} label={label(hours)} />
          ))}
        </RadioGroup>
      </Field>
      <Body1 role="status">
        {snoozedUntil === null
          ? text('settings.snooze')
          : text('settings.snoozedUntil', {
              at: intl.formatDate(snoozedUntil, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
      </Body1>
      <div className={page.actions} role="group" aria-label={text('settings.snooze')}>
        {SNOOZES.map((snooze) => (
          <Button key={snooze} onClick={() => change({ snooze })}>
            {text(`settings.snooze.${snooze}`)}
          </Button>
        ))}
        {snoozedUntil !== null && (
          <Button onClick={() => change({ snooze: null })}>{text('settings.snooze.end')}</Button>
        )}
      </div>
    </>
  );
}
