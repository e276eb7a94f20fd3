import type { FlowDefinition } from '../../../contract/flows.ts';
import { asksForSecret } from '../secretCalls.ts';
import { checkTemplate } from '../templates.ts';
import type { Problems } from './problems.ts';

/** The title of executions is a template over their start variables; it may not use secrets. */
export function checkTitle({ title }: FlowDefinition, problems: Problems): void {
  if (title === undefined) return;
  const mistake = checkTemplate(title);
  if (mistake) problems.addFault('title', mistake);
  else if (asksForSecret(title, 'template')) problems.add('title', 'secretInTitle');
}
