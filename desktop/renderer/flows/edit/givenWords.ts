import { useMemo } from 'react';
import { useText } from '../../text.ts';
import type { GivenWords } from '../draft/givens.ts';

/** The names of context values in the person's language. */
export function useGivenWords(): GivenWords {
  const text = useText();
  return useMemo(
    () => ({
      answer: text('draw.given.answer'),
      who: text('draw.given.who'),
      result: text('draw.given.result'),
      status: text('draw.given.status'),
      approve: text('approval.approved'),
      reject: text('approval.rejected'),
    }),
    [text],
  );
}
