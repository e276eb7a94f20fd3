import type { Expression } from '../nodeType.ts';
import { mentionsIn, type Mentions } from '../mentionedNames.ts';
import { expressionsOf } from '../templates.ts';
import { variablesOf } from './checkNodes.ts';
import { expressionsInSpecs } from '../variableSpecs.ts';
import type { CompiledFlow } from '../definition.ts';

/** The names that an expression mentions, and its field. */
export interface MentionsAt {
  field: string;
  mentions: Mentions;
  /** `title` is filled in before the flow runs; with `item`, the context is one fetched item. */
  context: 'flow' | 'title' | 'item';
}

type Parts = Pick<CompiledFlow, 'nodes' | 'definition'>;

/** The names mentioned in each expression of a valid flow. */
export function mentionsInFlow({ nodes, definition: { title, edges } }: Parts): MentionsAt[] {
  const ofNodes = [...nodes.values()].flatMap(({ node, type, config }) => {
    const at = (context: MentionsAt['context']) => (expression: Expression) =>
      mentionsAt({ ...expression, field: `nodes.${node.id}.config.${expression.field}` }, context);
    return [
      ...(type.expressionsIn?.(config) ?? []).flatMap(at('flow')),
      ...expressionsInSpecs(variablesOf(config)).flatMap(at('item')),
    ];
  });
  const ofEdges = edges.flatMap(({ when }, n) =>
    when === undefined ? [] : mentionsAt({ field: `edges.${n}.when`, text: when, kind: 'expression' }, 'flow'),
  );
  const ofTitle = title === undefined ? [] : mentionsAt({ field: 'title', text: title, kind: 'template' }, 'title');
  return [...ofTitle, ...ofNodes, ...ofEdges];
}

const mentionsAt = ({ field, text, kind }: Expression, context: MentionsAt['context']): MentionsAt[] =>
  expressionsOf(text, kind).map((expression) => ({ field, mentions: mentionsIn(expression), context }));
