import { oneLineTitle } from '../../contract/titles.ts';
import type { Person } from '../../contract/people.ts';
import type { CompiledFlow } from './definition.ts';
import type { ExpressionService } from './expressions.ts';

/**
 * What an execution is called in lists: the template `title` of its flow, filled in once, when it starts, with what it is
 * started with and with `starter` (`displayName`, `email`). Null where the flow has none, or none could be made of it: a
 * title keeps no execution from starting.
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
