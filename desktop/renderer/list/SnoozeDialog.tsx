import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  makeStyles,
  tokens,
  useAnnounce,
} from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { UserNotification } from '../../../contract/notifications.ts';
import { useSnooze } from '../api/inbox.ts';
import { wordsFor } from '../problemWords.ts';
import { useText } from '../text.ts';
import { fieldText, snoozePresets } from './snoozeTimes.ts';
import { Dialog } from '../shell/Dialog.tsx';

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  what: { overflowWrap: 'anywhere', margin: 0 },
  presets: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  preset: { justifyContent: 'space-between', columnGap: tokens.spacingHorizontalL, flexWrap: 'wrap' },
  when: { color: tokens.colorNeutralForeground3, fontWeight: tokens.fontWeightRegular },
});

const WHEN = { weekday: 'short', hour: 'numeric', minute: '2-digit' } as const;

interface Props {
  notification: UserNotification;
  onClose(isSnoozed: boolean): void;
}

/** Chooses the end of a snooze: presets before the deadline, or any other time. */
export function SnoozeDialog({ notification, onClose }: Props) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const { mutate, isPending, error } = useSnooze();
  const [openedAt] = useState(() => Date.now());
  const expiresAt = Date.parse(notification.expiresAt);
  const [own, setOwn] = useState('');
  const snooze = (until: number): void =>
    mutate(
      { id: notification.id, until: new Date(until).toISOString() },
      {
        onSuccess() {
          announce(text('snooze.done', { title: notification.title }));
          onClose(true);
        },
      },
    );
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose(false)}>
      <DialogSurface>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (own !== '') snooze(new Date(own).getTime());
          }}
        >
          <DialogBody>
            <DialogTitle>{text('snooze.title')}</DialogTitle>
            <DialogContent className={styles.content}>
              <p dir="auto" className={styles.what}>
                {notification.title}
              </p>
              <Presets now={openedAt} expiresAt={expiresAt} isBusy={isPending} onChoose={snooze} />
              <OwnTime now={openedAt} expiresAt={expiresAt} value={own} problem={error} onChange={setOwn} />
            </DialogContent>
            <DialogActions>
              <Button onClick={() => onClose(false)}>{text('dialog.cancel')}</Button>
              <Button type="submit" appearance="primary" disabled={isPending || own === ''}>
                {text('snooze.action')}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  );
}

interface OwnTimeProps {
  now: number;
  expiresAt: number;
  value: string;
  problem: Error | null;
  onChange(value: string): void;
}

function OwnTime({ now, expiresAt, value, problem, onChange }: OwnTimeProps) {
  const text = useText();
  const intl = useIntl();
  return (
    <Field
      label={text('snooze.own')}
      hint={text('snooze.due', {
        due: intl.formatDate(expiresAt, { dateStyle: 'medium', timeStyle: 'short' }),
      })}
      validationMessage={problem ? wordsFor(problem, text) : undefined}
    >
      <Input
        type="datetime-local"
        value={value}
        min={fieldText(now)}
        max={fieldText(expiresAt)}
        onChange={(_event, data) => onChange(data.value)}
      />
    </Field>
  );
}

interface PresetsProps {
  now: number;
  expiresAt: number;
  isBusy: boolean;
  onChoose(until: number): void;
}

function Presets({ now, expiresAt, isBusy, onChoose }: PresetsProps) {
  const styles = useStyles();
  const text = useText();
  const intl = useIntl();
  const presets = snoozePresets(now, expiresAt);
  if (presets.length === 0) return null;
  return (
    <div className={styles.presets} role="group" aria-label={text('snooze.presets')}>
      {presets.map(({ id, at }, index) => (
        <Button
          key={id}
          className={styles.preset}
          autoFocus={index === 0}
          disabled={isBusy}
          onClick={() => onChoose(at)}
        >
          {text(`snooze.preset.${id}`)} <span className={styles.when}>{intl.formatDate(at, WHEN)}</span>
        </Button>
      ))}
    </div>
  );
}
