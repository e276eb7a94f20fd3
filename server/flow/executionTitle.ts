import { oneLineTitle } from '../../contract/titles.ts';
import type { Person } from '../../contract/people.ts';
import type { CompiledFlow } from './definition.ts';
import type { ExpressionService } from './expressions.ts';

/**
 * The title of an execution in lists: the flow's `title` template, filled in once at the start with the start variables
 * and `starter` (`displayName`, `email`). Null if the flow has no template or filling it in fails: a bad title never
 * prevents a start.
 */
export async function titleOf(
  { definition, author }: CompiledFlow,
  variables: Readonly<Record<string, unknown>>,
  starter: Person,
  expressions: Pick<ExpressionService, 'of'>,
): Promise<string | null> {
  if (definition.title === undefined) return null;
  const { displayName, email } = starter;
  const context = { starter: { displayName, email }, ...variables };
  const own = expressions.of({ author: author ?? definition.id, execution: definition.id }, { isBudgeted: false });
  const text = await own.render(definition.title, context).catch(() => '');
  return oneLineTitle(text) || null;
}
