import { useAnnounce } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { RespondBody } from '../../../contract/payload.ts';
import { optionLabel, optionsOf, type VariableSpec } from '../../../contract/variables.ts';
import type { FormShape } from '../inputs/formShape.ts';
import { UNDO_MS, type NewSubmission, type Outbox } from '../outbox/outbox.ts';
import { isOneTap } from '../outbox/oneTap.ts';
import { useOutbox } from '../outbox/OutboxProvider.tsx';
import { useText } from '../text.ts';
import type { AnswerFormProps } from './answerPlace.ts';

/** This close to a question's deadline, its answer is not held back for undo. */
const LAST_MOMENT_MS = 10_000;

interface Parts extends Pick<AnswerFormProps, 'notification' | 'place' | 'onGiven'> {
  specs: readonly VariableSpec[];
}

/** Sends the answer: a one-tap answer after the undo time, anything else at once. Keeps what cannot be sent yet. */
export function useSend({ notification, place, specs, onGiven }: Parts) {
  const { id, inputType, flowName, title, expiresAt, executionId, nodeId } = notification;
  const text = useText();
  const { announce } = useAnnounce();
  const outbox = useOutbox();
  const attempt = useRef(earlierAttempt(outbox, id));
  const gone = useGone();
  const isHeld = isOneTap(notification);
  const inline = place === 'chat' ? { executionId, nodeId } : undefined;

  return async (values: Record<string, unknown>, added: Added): Promise<void> => {
    const body = toBody(inputType, values, added);
    // sending the same answer again, after a lost connection say, is the same attempt and counts once
    if (JSON.stringify(body) !== attempt.current.body)
      attempt.current = { body: JSON.stringify(body), key: crypto.randomUUID() };
    const { key } = attempt.current;
    const words = isHeld ? wordsOf(specs, values) : null;
    const submission: NewSubmission = { requestId: id, flowName, title, words, body, key, inline };
    if (isHeld && Date.parse(expiresAt) - Date.now() > LAST_MOMENT_MS) {
      outbox.hold([submission], UNDO_MS);
      announce(text('submission.given', { answer: words ?? '', seconds: UNDO_MS / 1000 }));
      onGiven?.();
      return;
    }
    const { hash } = window.location;
    const isTaken = watch(outbox, id);
    if (hasSecret(specs, values)) await outbox.submitWithoutStoring(submission); // passwords are never stored
    else await outbox.submit(submission, gone());
    if (isTaken() && window.location.hash === hash) onGiven?.(); // the form is gone, the person still here
  };
}

/** The attempt that was refused while the person was elsewhere, if any: the server may have got it all the same. */
function earlierAttempt(outbox: Outbox, id: string): { body: string; key: string } {
  const refused = outbox.read().submissions.find(({ requestId }) => requestId === id);
  return { body: JSON.stringify(refused?.body) ?? '', key: refused?.key ?? '' };
}

/** @returns a function, to be called once, that says whether an answer to this question was accepted in the meantime */
function watch(outbox: Outbox, id: string): () => boolean {
  let isTaken = false;
  const end = outbox.listen(({ requestId, receipt }) => {
    if (requestId === id && receipt) isTaken = true;
  });
  return () => {
    end();
    return isTaken;
  };
}

/** A signal that aborts on unmount. */
function useGone(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    const mounted = (controller.current = new AbortController());
    return () => mounted.abort();
  }, []);
  return () => controller.current.signal;
}

const hasSecret = (specs: readonly VariableSpec[], values: Record<string, unknown>): boolean =>
  specs.some(({ type, name }) => type === 'password' && values[name] !== undefined);

function wordsOf(specs: readonly VariableSpec[], { value }: Record<string, unknown>): string | null {
  const option = specs[0] && optionsOf(specs[0]).find((each) => each.value === value);
  return option ? optionLabel(option) : null;
}

type Added = Required<Pick<FormShape, 'note' | 'comment'>>;

/** A simple answer is a plain string unless it has a note or comment (behaviour 4). */
function toBody(
  inputType: UserNotification['inputType'],
  values: Record<string, unknown>,
  { note, comment }: Added,
): RespondBody {
  if (inputType !== 'form' && note === '' && comment === '') return String(values.value);
  return { values: values as never, ...(note !== '' && { note }), ...(comment !== '' && { comment }) };
}
