import { Button, MessageBar, MessageBarActions, MessageBarBody, useAnnounce } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Chat } from '../../../contract/chats.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { useReadChat, useSaveChat } from '../api/chats.ts';
import { ApiProblem } from '../api/client.ts';
import { useFeatures } from '../api/features.ts';
import { useFlows } from '../api/queries.ts';
import { isUntouched } from '../inputs/formShape.ts';
import { BarTitle } from '../shell/BarTitle.tsx';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed } from '../shell/states.tsx';
import { ToCome } from '../shell/ToCome.tsx';
import { useText } from '../text.ts';
import { changedFields, chatSpecs, toChatBody, withoutAddress } from './chatForm.ts';
import { useUnsavedChat } from './useUnsavedChat.ts';

interface Props {
  /** Null: a new one. */
  chat: Chat | null;
  isOpen: boolean;
  onClose(): void;
  onSaved(chat: Chat): void;
}

/** Creates or edits a chat: name, instructions, flow and access list. */
export function ChatDialog({ chat, isOpen, onClose, onSaved }: Props) {
  const text = useText();
  const flows = useFlows();
  if (flows.isPending) return isOpen && <ToCome onLeft={onClose} />; // not before it contains something to focus
  return (
    <FormDialog title={text(chat ? 'chat.edit' : 'chats.new')} isOpen={isOpen} onClose={onClose}>
      {flows.data ? (
        <ChatForm chat={chat} flows={flows.data.filter(({ may }) => may.start)} onClose={onClose} onSaved={onSaved} />
      ) : (
        flows.error && <Failed error={flows.error} onRetry={() => void flows.refetch()} />
      )}
    </FormDialog>
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  flows: readonly FlowSummary[];
}

function ChatForm({ chat, flows, onClose, onSaved }: FormProps) {
  const text = useText();
  const { announce } = useAnnounce();
  const hasModel = useFeatures().assistant;
  const { base, typed, keep, forget, startFrom } = useUnsavedChat(chat);
  const [newer, setNewer] = useState<Chat | null>(null);
  const save = useSave(base, newer, setNewer);
  const specs = chatSpecs(base, flows, hasModel, text);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const names = withoutAddress(values['users']).join(', ');
    if (names !== '') {
      const message = text('chat.noAddress', { names });
      throw new ApiProblem('validation_failed', 422, message, { fields: { users: message } });
    }
    const saved = await save(values);
    forget();
    onClose();
    onSaved(saved);
    if (chat) announce(text('setup.saved')); // a new one is opened instead
  };
  const takeOther = (): void => {
    startFrom(newer);
    setNewer(null);
  };
  const cancel = (): void => {
    forget();
    onClose();
  };
  return (
    <>
      {typed && (
        <MessageBar layout="multiline">
          <MessageBarBody>{text('answer.savedDraft')}</MessageBarBody>
        </MessageBar>
      )}
      <DialogForm
        key={base?.version}
        specs={specs}
        typed={typed}
        onTyped={(now) => (isUntouched(specs, now) ? forget() : keep(now))}
        submitLabel={text(chat ? 'chat.save' : 'chat.create')}
        onSubmit={submit}
        renderProblem={(problem) =>
          isOvertaken(problem) && base && newer ? (
            <Overtaken base={base} newer={newer} specs={specs} onTakeOther={takeOther} />
          ) : (
            <ProblemBar problem={problem} />
          )
        }
        onCancel={cancel}
      />
    </>
  );
}

const isOvertaken = (problem: unknown): boolean =>
  problem instanceof ApiProblem && problem.code === 'invalid_transition';

/**
 * Saves on top of the version that the person has seen: the one the form started with, or a newer one they were shown.
 * If there is one they have not seen, loads it, reports it and throws the refusal.
 */
function useSave(base: Chat | null, newer: Chat | null, onNewer: (newer: Chat) => void) {
  const save = useSaveChat(base?.id ?? null);
  const readChat = useReadChat();
  return async (values: Record<string, unknown>): Promise<Chat> => {
    try {
      return await save.mutateAsync(toChatBody(values, newer ?? base));
    } catch (error) {
      if (base && isOvertaken(error)) onNewer(await readChat(base.id));
      throw error;
    }
  };
}

interface OvertakenProps {
  base: Chat;
  newer: Chat;
  specs: readonly VariableSpec[];
  onTakeOther(): void;
}

/** This person has changed it elsewhere, or its maker or an administrator has. */
function Overtaken({ base, newer, specs, onTakeOther }: OvertakenProps) {
  const text = useText();
  const intl = useIntl();
  const changed = changedFields(base, newer);
  const labels = specs.filter(({ name }) => changed.includes(name)).map(({ label, name }) => label ?? name);
  const when = intl.formatDate(newer.updatedAt, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>
        <BarTitle>{text('chat.changedMeanwhile.title')}</BarTitle>
        {text('chat.changedMeanwhile', { when, fields: intl.formatList(labels), count: labels.length })}
      </MessageBarBody>
      <MessageBarActions>
        <Button onClick={onTakeOther}>{text('chat.takeOther')}</Button>
      </MessageBarActions>
    </MessageBar>
  );
}
