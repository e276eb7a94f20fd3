import { z } from 'zod';
import type { Notice, NoticeAction } from '../../contract/messages.ts';
import { cut } from '../shared/words.ts';
import { submit } from './actions.ts';
import { LIMITS } from './limits.ts';
import type { Element } from './templates.ts';
import { unmarked } from './text.ts';

const STYLES: Record<NonNullable<NoticeAction['style']>, string> = { primary: 'positive', danger: 'destructive' };

/** The actions of a notice; none without a token, only the web client remains. */
export const noticeActions = ({ about }: Notice, token: string | null): Element[] =>
  token === null || !about?.actions
    ? []
    : about.actions.map(({ id: actionId, label, style }) => {
        const data = { verb: 'act', subjectId: about.subjectId, actionId, token };
        return submit(unmarked(cut(label, LIMITS.choiceCharacters)), data, style && STYLES[style]);
      });

const short = z.string().min(1).max(200);

/** The data of such a button. */
export const NoticeSubmission = z.object({ subjectId: short, actionId: short, token: short });
