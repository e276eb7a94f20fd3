import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { SettingList, SettingView } from '../../../contract/settings.ts';
import type { Tagged } from '../api/client.ts';
import { useChangeSettings, useSettings } from '../api/settings.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText, type Text } from '../text.ts';
import { FactList } from './Facts.tsx';
import { SettingsForm, type FormOfSettings, type Said } from '../shell/SettingsForm.tsx';
import {
  changeable,
  SETTINGS_OF,
  settingSpecs,
  shownOf,
  toSettingPatch,
  type Named,
  type SettingPage,
} from './settingForm.ts';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface Props<Shown extends Tagged> {
  /** What it is for, one paragraph per line. */
  words: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Null: nothing can be changed here. */
  change: { title: string; form: FormOfSettings<Shown> } | null;
}

/** Settings on a card: purpose, current values, and a button to change them. */
export function SettingCard<Shown extends Tagged>({ words, facts, change }: Props<Shown>) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <section className={mergeClasses(page.card, styles.card)}>
      {words.split('\n').map((paragraph) => (
        <p key={paragraph} className={styles.words}>
          {paragraph}
        </p>
      ))}
      <FactList facts={facts} />
      {change && (
        <div className={page.actions}>
          <Button onClick={() => setOpen(true)}>{text('admin.provider.change')}</Button>
          <FormDialog title={change.title} isOpen={isOpen} onClose={close}>
            <SettingsForm of={change.form} onClose={close} />
          </FormDialog>
        </div>
      )}
    </section>
  );
}

/** A page of text and choice settings. */
export function SettingGroup({ of }: { of: SettingPage }) {
  const text = useText();
  const read = useSettings();
  const change = useChangeSettings();
  if (read.isPending) return <Loading />;
  if (!read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  const settingsOf = ({ items }: SettingList): SettingView[] =>
    SETTINGS_OF[of].map((name) => items.find((each) => each.name === name)!);
  const saidIn = (list: SettingList) =>
    settingsOf(list).map((each): Said => [text(`admin.setting.${each.name as Named}`), saidOf(each, text)]);
  const form: FormOfSettings<SettingList & Tagged> = {
    now: read.data,
    specs: (shown) => settingSpecs(settingsOf(shown), text),
    patch: (shown, values) => toSettingPatch(settingsOf(shown), values),
    said: saidIn,
    basis: settingsOf, // each with the moment of its last change, since secrets are not shown
    send: change,
    read: () => read.refetch().then(({ data, isError }) => (isError ? null : (data ?? null))),
  };
  const isFixed = changeable(settingsOf(read.data)).length === 0;
  return (
    <SettingCard
      words={text(`admin.section.${of}.text`)}
      facts={saidIn(read.data)}
      change={isFixed ? null : { title: text(`admin.section.${of}`), form }}
    />
  );
}

function saidOf(setting: SettingView, text: Text): string {
  const shown = shownOf(setting, text);
  if (shown === null) return text('admin.provider.notSet');
  const variable = setting.variables.join(', ');
  return setting.source === 'environment' ? text('admin.provider.fromVariable', { value: shown, variable }) : shown;
}
