import type { Outcome, Question } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import { factRows } from '../../contract/spoken.ts';
import { cut } from '../shared/words.ts';
import { LIMITS } from './limits.ts';
import { unmarked } from './text.ts';

const LABEL_CHARACTERS = 60;

/** The key figures of a question as a fact set. Only declared links are links. */
export const factTable = (message: Question | Outcome, characters: number, speech: Speech) =>
  factRows(message, speech).map(({ label, text, url }) => {
    const value = unmarked(cut(text, characters));
    return {
      title: unmarked(cut(label, LABEL_CHARACTERS)),
      value: url === null || url.length > LIMITS.linkCharacters ? value : linked(value, url),
    };
  });

/** A Markdown link, with text and URL escaped so that they cannot end it. */
const linked = (text: string, url: string): string =>
  `[${text.replaceAll('[', '\uff3b').replaceAll(']', '\uff3d')}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
