import type { Expression } from '../nodeType.ts';
import { spokenIn, type Spoken } from '../spokenNames.ts';
import { expressionsOf } from '../templates.ts';
import { variablesOf } from './checkNodes.ts';
import { expressionsInSpecs } from '../variableSpecs.ts';
import type { CompiledFlow } from '../definition.ts';

/** The names that an expression mentions, and its field. */
export interface SpokenAt {
  field: string;
  spoken: Spoken;
  /** `title` is filled in before the flow runs; with `item`, the context is one fetched item. */
  context: 'flow' | 'title' | 'item';
}

type Parts = Pick<CompiledFlow, 'nodes' | 'definition'>;

/** The names mentioned in each expression of a valid flow. */
export function spokenInFlow({ nodes, definition: { title, edges } }: Parts): SpokenAt[] {
  const ofNodes = [...nodes.values()].flatMap(({ node, type, config }) => {
    const at = (context: SpokenAt['context']) => (expression: Expression) =>
      spokenAt({ ...expression, field: `nodes.${node.id}.config.${expression.field}` }, context);
    return [
      ...(type.expressionsIn?.(config) ?? []).flatMap(at('flow')),
      ...expressionsInSpecs(variablesOf(config)).flatMap(at('item')),
    ];
  });
  const ofEdges = edges.flatMap(({ when }, n) =>
    when === undefined ? [] : spokenAt({ field: `edges.${n}.when`, text: when, kind: 'expression' }, 'flow'),
  );
  const ofTitle = title === undefined ? [] : spokenAt({ field: 'title', text: title, kind: 'template' }, 'title');
  return [...ofTitle, ...ofNodes, ...ofEdges];
}

const spokenAt = ({ field, text, kind }: Expression, context: SpokenAt['context']): SpokenAt[] =>
  expressionsOf(text, kind).map((expression) => ({ field, spoken: spokenIn(expression), context }));
