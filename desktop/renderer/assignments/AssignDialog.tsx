import { makeStyles, tokens } from '@fluentui/react-components';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Criterion } from '../../../contract/assignments.ts';
import type { Chat } from '../../../contract/chats.ts';
import type { Assigned } from '../../../contract/sendings.ts';
import { useAssign, usePreview } from '../api/assignments.ts';
import { useChatVersions } from '../api/chats.ts';
import type { FormShape } from '../inputs/formShape.ts';
import { wordsFor } from '../problemWords.ts';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { ToCome } from '../shell/ToCome.tsx';
import { useText } from '../text.ts';
import { useSettled } from '../useSettled.ts';
import {
  assignSpecs,
  firstAsked,
  firstValues,
  onAssignFields,
  principalsOf,
  recurrenceOf,
  toAssignBody,
  type Asked,
  type Repeats,
} from './assignForm.ts';
import { Dates } from './SendingPage.tsx';

/** The pause in typing before the server is called. */
const TYPING_MS = 250;

const useStyles = makeStyles({
  place: { flexShrink: 0 },
  preview: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
    overflowWrap: 'anywhere',
  },
  words: { margin: 0 },
});

interface Props {
  chat: Chat;
  onClose(): void;
  onAssigned(assigned: Assigned): void;
}

/** Assigns a chat to people and groups, once or repeatedly. */
export function AssignDialog({ chat, onClose, onAssigned }: Props) {
  const text = useText();
  const versions = useChatVersions(chat.id);
  if (versions.isPending) return <ToCome onLeft={onClose} />;
  return (
    <FormDialog title={text('assign.title', { name: chat.name })} isOpen onClose={onClose}>
      <AssignForm chat={chat} versions={versions.data ?? []} onClose={onClose} onAssigned={onAssigned} />
    </FormDialog>
  );
}

function AssignForm({
  chat,
  versions,
  onClose,
  onAssigned,
}: Props & { versions: Parameters<typeof assignSpecs>[0]['versions'] }) {
  const text = useText();
  const assign = useAssign();
  const [asked, setAsked] = useState<Asked>(() => firstAsked(chat));
  const about = { chat, versions, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  const [typed, setTyped] = useState<FormShape>(() => ({ values: firstValues(about, text), note: '' }));
  const specs = assignSpecs(about, asked, text);
  const onTyped = (shape: FormShape): void => {
    setTyped(shape);
    const repeats = (shape.values['repeats'] as Repeats | undefined) ?? 'never';
    const criterion = (shape.values['criterion'] as Criterion | undefined) ?? asked.criterion;
    if (repeats !== asked.repeats || criterion !== asked.criterion) setAsked({ repeats, criterion });
  };
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const assigned = await assign.mutateAsync(toAssignBody(chat.id, values)).catch((problem: unknown) => {
      throw onAssignFields(problem, asked);
    });
    onAssigned(assigned);
  };
  return (
    <>
      <DialogForm
        specs={specs}
        typed={typed}
        submitLabel={text('assign.submit')}
        onTyped={onTyped}
        onSubmit={submit}
        onCancel={onClose}
      />
      <Preview values={typed.values} />
    </>
  );
}

/** The recipients and dates it would have. */
function Preview({ values }: { values: Record<string, unknown> }) {
  const styles = useStyles();
  const text = useText();
  const principals = principalsOf(values);
  const body = useSettled(
    principals.length === 0 ? null : JSON.stringify({ principals, recurrence: recurrenceOf(values) }),
    TYPING_MS,
  );
  const asked = body === null ? null : (JSON.parse(body) as Parameters<typeof usePreview>[0]);
  const preview = usePreview(asked);
  const place = useRef<HTMLDivElement>(null);
  const [tallest, setTallest] = useState(0);
  // never gets lower: the buttons above would move, perhaps under somebody's press
  useLayoutEffect(
    () => setTallest((before) => Math.max(before, place.current!.offsetHeight)),
    [preview.data, preview.error],
  );
  return (
    <div ref={place} role="status" className={styles.place} style={{ minHeight: tallest }}>
      {preview.error && <p className={styles.preview}>{wordsFor(preview.error, text)}</p>}
      {preview.data && (
        <div className={styles.preview}>
          <p className={styles.words}>
            {text('assign.reaches', {
              count: preview.data.people,
              names: preview.data.principals
                .map(({ kind, displayName, people }) => (kind === 'group' ? `${displayName} (${people})` : displayName))
                .join(', '),
            })}
          </p>
          {preview.data.next.length > 0 && (
            <>
              <p className={styles.words}>{text('assign.next')}</p>
              <Dates dates={preview.data.next} timeZone={asked?.recurrence?.timeZone} />
            </>
          )}
        </div>
      )}
    </div>
  );
}
