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

/** A setting by the name that people have for it, and its value in words. */
export type Said = readonly [name: string, said: string];

/** Settings as a form: what is asked, what is sent, and how it is told that somebody else was faster. */
export interface FormOfSettings<Shown extends Tagged> {
  /** As they were read last, also while the form is open. */
  now: Shown;
  specs(shown: Shown): VariableSpec[];
  /** What was filled in and is other than what was shown. */
  patch(shown: Shown, values: Record<string, unknown>): Record<string, unknown>;
  said(shown: Shown): Said[];
  /** @param etag what the change was made on @throws ApiProblem */
  send(patch: Record<string, unknown>, etag: string | null): Promise<void>;
  /** Reads them again; null where that failed. */
  read(): Promise<Shown | null>;
}

interface Props<Shown extends Tagged> {
  of: FormOfSettings<Shown>;
  onClose(): void;
}

/**
 * Sends what is other than what was shown when the form was opened, and nothing where nothing is. Where settings were
 * changed meanwhile it says so, and keeps what was typed until it is saved over theirs or given up for them.
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
        if (isOvertaken(problem)) setTheirs(await of.read());
        throw problem;
      });
    onClose();
    if (isChanged) announce(text('setup.saved'));
  };
  const take = (): void => {
    show({ shown: theirs!, turn: turn + 1 });
    setTheirs(null);
    place.current?.focus(); // the button that was pressed goes away
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

/** What is said otherwise now. */
const changesBetween = (before: Said[], now: Said[]): Said[] =>
  now.filter(([name, said]) => before.find(([each]) => each === name)?.[1] !== said);

interface OvertakenProps {
  /** Null: it is not known how they are now. */
  changes: Said[] | null;
  onTake(): void;
}

/** Somebody else was faster: what they changed of what is shown here, and the choice to save over it or to take theirs. */
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
