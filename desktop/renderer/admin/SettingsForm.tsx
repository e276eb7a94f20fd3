import {
  Button,
  makeStyles,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  useAnnounce,
} from '@fluentui/react-components';
import { useRef, useState } from 'react';
import type { VariableSpec } from '../../../contract/variables.ts';
import { ApiProblem } from '../api/apiProblem.ts';
import type { Tagged } from '../api/client.ts';
import { DialogForm } from '../shell/DialogForm.tsx';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText } from '../text.ts';

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
  /** What must be unchanged for a change to be stored; without it, nothing else may have been changed either. */
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
      await of.send(patch, (theirs ?? shown).etag).catch(async (problem: unknown) => {
        if (!isOvertaken(problem)) throw problem;
        const latest = await of.read();
        if (latest && restOnSame(of, theirs ?? shown, latest)) return of.send(patch, latest.etag);
        setTheirs(latest);
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

/** The tag covers all settings, and this form may be about others than those that were changed. */
const restOnSame = <Shown extends Tagged>({ basis }: FormOfSettings<Shown>, before: Shown, now: Shown): boolean =>
  basis !== undefined && JSON.stringify(basis(before)) === JSON.stringify(basis(now));

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
        <MessageBarTitle>{text('admin.overtaken')}</MessageBarTitle>
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
