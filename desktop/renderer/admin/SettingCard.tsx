import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { SettingView } from '../../../contract/settings.ts';
import { useChangeSettings, useSettings } from '../api/settings.ts';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText, type Text } from '../text.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { FactList } from './Facts.tsx';
import { changeable, SETTINGS_OF, settingSpecs, shownOf, toSettingPatch, type SettingPage } from './settingForm.ts';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface Props {
  /** What it is for, a paragraph a line. */
  words: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Null: nothing of it can be changed here. */
  change: { title: string; specs(): VariableSpec[]; submit(values: Record<string, unknown>): Promise<void> } | null;
}

/** Settings on a card: what they are for, how they stand, and the way to change them. */
export function SettingCard({ words, facts, change }: Props) {
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
        <div className={page.deeds}>
          <Button onClick={() => setOpen(true)}>{text('admin.provider.change')}</Button>
          <FormDialog title={change.title} isOpen={isOpen} onClose={close}>
            <DialogForm
              specs={change.specs()}
              submitLabel={text('admin.provider.save')}
              onSubmit={(values) => change.submit(values).then(close)}
              onCancel={close}
            />
          </FormDialog>
        </div>
      )}
    </section>
  );
}

/** A page whose settings are texts and choices. */
export function SettingGroup({ of }: { of: SettingPage }) {
  const text = useText();
  const read = useSettings();
  const change = useChangeSettings();
  if (read.isPending) return <Loading />;
  if (!read.data) return <Failed error={read.error} onRetry={() => void read.refetch()} />;
  const { items } = read.data;
  const names = SETTINGS_OF[of];
  const settings = names.map((name) => items.find((each) => each.name === name)!);
  return (
    <SettingCard
      words={text(`admin.section.${of}.text`)}
      facts={names.map((name, n) => [text(`admin.setting.${name}`), saidOf(settings[n]!, text)])}
      change={
        changeable(settings).length === 0
          ? null
          : {
              title: text(`admin.section.${of}`),
              specs: () => settingSpecs(settings, text),
              submit: (values) => change(toSettingPatch(settings, values)),
            }
      }
    />
  );
}

function saidOf(setting: SettingView, text: Text): string {
  const shown = shownOf(setting, text);
  if (shown === null) return text('admin.provider.notSet');
  const variable = setting.variables.join(', ');
  return setting.source === 'environment' ? text('admin.provider.fromVariable', { value: shown, variable }) : shown;
}
