import { useMemo } from 'react';
import { useText } from '../../text.ts';

/** Translations of the editor library's phrases, by their English; `$` is a number. */
export function usePhrases(): Record<string, string> {
  const text = useText();
  return useMemo(
    () => ({
      Find: text('code.find'),
      Replace: text('code.replace'),
      next: text('code.next'),
      previous: text('code.previous'),
      all: text('code.all'),
      'match case': text('code.case'),
      regexp: text('code.regexp'),
      'by word': text('code.word'),
      replace: text('code.replace'),
      'replace all': text('code.replaceAll'),
      close: text('draw.close'),
      'current match': text('code.current'),
      'on line': text('code.onLine'),
      'replaced $ matches': text('code.replaced'),
      'replaced match on line $': text('code.replacedOnLine'),
      'Go to line': text('code.goToLine'),
      go: text('code.go'),
      Completions: text('code.offers'),
      'Selection deleted': text('code.deleted'),
    }),
    [text],
  );
}
