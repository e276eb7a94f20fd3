import { COMMENT_FIELD } from '../../contract/comment.ts';
import type { Question } from '../../contract/messages.ts';
import { commentField } from '../../contract/commentField.ts';
import { spokenQuestion } from '../../contract/spoken.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { drawField, type Drawing } from './fields.ts';
import type { Element } from './templates.ts';

const BOX = 'comment';
const OPENER = 'addComment';

/** Opens but never closes, so that typed text is always visible when it is sent. */
const openerElement = (title: string): Element => ({
  type: 'ActionSet',
  id: OPENER,
  spacing: 'Medium',
  actions: [
    {
      type: 'Action.ToggleVisibility',
      title,
      targetElements: [
        { elementId: BOX, isVisible: true },
        { elementId: OPENER, isVisible: false },
      ],
    },
  ],
});

/** The comment input: collapsed until wanted or required. */
export function drawComment(question: Question, drawing: Drawing): Element[] {
  const { redo, setting } = drawing;
  const { speech } = setting;
  const [spec] = commentField(spokenQuestion(question, speech), speech);
  if (!spec) return [];
  const field = drawField(spec, drawing)!;
  const isUsed = Boolean(redo?.typed[fieldId(spec)]) || redo?.fields[COMMENT_FIELD] !== undefined;
  if (spec.required || isUsed) return [field];
  return [openerElement(speech.say('comment.add')), { ...field, id: BOX, isVisible: false }];
}
