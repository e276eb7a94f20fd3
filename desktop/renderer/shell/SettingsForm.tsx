import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  useAnnounce,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import type { Tagged } from '../api/client.ts';
import { useText } from '../text.ts';
import { BarTitle } from './BarTitle.tsx';
import { DialogForm } from './DialogForm.tsx';
import { ProblemBar } from './ProblemBar.tsx';

const useStyles = makeStyles({
  form: { outlineStyle: 'none' },
  list: { margin: 0, overflowWrap: 'anywhere' },
});

/** A setting's display name and its value in words. */
export type Said = readonly [name: string, said: string];

/** Settings as a form: its fields, what it sends, and how it reports concurrent changes. */
export interface FormOfSettings<Shown extends Tagged> {
  /** The latest values, updated while the form is open too. */
  now: Shown;
  specs(shown: Shown): VariableSpec[];
  /** The values that differ from those shown. */
  patch(shown: Shown, values: Record<string, unknown>): Record<string, unknown>;
  said(shown: Shown): Said[];
  /** The part of all settings that the form is about, with what is not shown; without it, all of them. */
  basis?(shown: Shown): unknown;
  /** @param etag of the values that the change is based on @throws ApiProblem */
  send(patch: Record<string, unknown>, etag: string | null): Promise<void>;
  /** Reads them again; null if that failed. */
  read(): Promise<Shown | null>;
}

interface Props<Shown extends Tagged> {
  of: FormOfSettings<Shown>;
  onClose(): void;
}

/**
 * Sends only values that differ from those shown when the form opened. If these settings were changed in the meantime,
 * says so and keeps the typed values until the person overwrites those changes or takes them.
 */
export function SettingsForm<Shown extends Tagged>({ of, onClose }: Props<Shown>) {
  const styles = useStyles();
  const text = useText();
  const { announce } = useAnnounce();
  const place = useRef<HTMLDivElement>(null);
  const [{ shown, turn }, show] = useState({ shown: of.now, turn: 0 });
  const [theirs, setTheirs] = useState<Shown | null>(null);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const patch = of.patch(shown, values);
    const isChanged = Object.keys(patch).length > 0;
    if (isChanged)
      await of.send(patch, (theirs ?? newestLike(shown, of)).etag).catch(async (problem: unknown) => {
        if (isOvertaken(problem)) setTheirs(await of.read());
        throw problem;
      });
    onClose();
    if (isChanged) announce(text('setup.saved'));
  };
  const take = (): void => {
    show({ shown: theirs!, turn: turn + 1 });
    setTheirs(null);
    place.current?.focus(); // the pressed button disappears
  };
  return (
    <div ref={place} tabIndex={-1} className={styles.form}>
      <DialogForm
        key={turn}
        specs={of.specs(shown)}
        submitLabel={text('admin.provider.save')}
        onSubmit={submit}
        onCancel={onClose}
        renderProblem={(problem) =>
          isOvertaken(problem) ? (
            <Overtaken changes={theirs && changesBetween(of.said(shown), of.said(theirs))} onTake={take} />
          ) : (
            <ProblemBar problem={problem} />
          )
        }
      />
    </div>
  );
}

const isOvertaken = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code === 'changed_meanwhile';

/**
 * The tag covers all settings. If the page has read them again since, as it does after the person's own change of
 * another one, and those of this form are the same, the newer tag counts.
 */
const newestLike = <Shown extends Tagged>(shown: Shown, { now, basis }: FormOfSettings<Shown>): Shown =>
  basis !== undefined && JSON.stringify(basis(shown)) === JSON.stringify(basis(now)) ? now : shown;

/** The values that changed. */
const changesBetween = (before: Said[], now: Said[]): Said[] =>
  now.filter(([name, said]) => before.find(([each]) => each === name)?.[1] !== said);

interface OvertakenProps {
  /** Null: the current values are not known. */
  changes: Said[] | null;
  onTake(): void;
}

/** Somebody else changed the settings first: shows their changes, and lets the person overwrite them or take them. */
function Overtaken({ changes, onTake }: OvertakenProps) {
  const styles = useStyles();
  const text = useText();
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <BarTitle>{text('admin.overtaken')}</BarTitle>
        {changes?.length === 0 && <div>{text('admin.overtaken.same')}</div>}
        {changes && changes.length > 0 && (
          <>
            <div>{text('admin.overtaken.now')}</div>
            <ul className={styles.list}>
              {changes.map(([name, said]) => (
                <li key={name}>{text('admin.overtaken.setting', { name, value: said })}</li>
              ))}
            </ul>
          </>
        )}
        <div>{text('admin.overtaken.kept')}</div>
      </MessageBarBody>
      <MessageBarActions>
        {changes && <Button onClick={onTake}>{text('editor.overtaken.take')}</Button>}
        <Button type="submit">{text('editor.overtaken.save')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
