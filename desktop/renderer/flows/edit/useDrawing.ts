import { useAnnounce } from '@fluentui/react-components';
import { useState } from 'react';
import { useSayNot } from '../../useSay.ts';
import { useText } from '../../text.ts';
import { connect, insertAfter, insertOnEdge, nodeOf, remove, type Changed, type Draft } from '../draft/draft.ts';
import { renameNode } from '../draft/renaming.ts';
import { schemaAt, type Schema } from '../draft/schema.ts';
import { newNode } from './newNodes.ts';
import type { Editing } from './NodePanel.tsx';

/** The open dialog and its subject. */
export type Asked =
  | { kind: 'add'; after: string }
  | { kind: 'insert'; edge: number }
  | { kind: 'connect'; from: string }
  | null;

/**
 * The actions on a drawing, shared by mouse, keyboard and list. Each is announced to screen readers; what could not be
 * done is also shown, because the drawing shows no change.
 */
export function useDrawing({ draft, apply, types }: Omit<Editing, 'faults'>, choose: (id: string | null) => void) {
  const text = useText();
  const { announce } = useAnnounce();
  const sayNot = useSayNot();
  const [asked, ask] = useState<Asked>(null);
  const nameOf = (id: string, from: Draft = draft): string => {
    const name = nodeOf(from, id)?.['name'];
    return typeof name === 'string' && name !== '' ? name : id;
  };
  const isExpression = (type: unknown, path: readonly string[], config: unknown): boolean => {
    const schema = types.nodeTypes.find((each) => each.type === type)?.schema as Schema | undefined;
    return schema !== undefined && schemaAt(schema, path, config)?.kind === 'expression';
  };

  const add = (type: string): void => {
    if (!asked || asked.kind === 'connect') return;
    const node = newNode(type, text);
    const changed: Changed =
      asked.kind === 'add' ? insertAfter(draft, asked.after, node) : insertOnEdge(draft, asked.edge, node);
    ask(null);
    apply(changed.draft);
    choose(changed.nodeId);
    if (changed.nodeId) announce(text('draw.said.added', { name: nameOf(changed.nodeId, changed.draft) }));
  };
  return {
    asked,
    ask,
    nameOf,
    add,
    connectTo(from: string, to: string): void {
      const next = connect(draft, from, to);
      ask(null);
      if (next === draft) return sayNot(text('draw.said.notConnected'));
      apply(next);
      choose(from);
      announce(text('draw.said.connected', { from: nameOf(from), to: nameOf(to) }));
    },
    /** @param opens whether to open the next node's form @returns the node to select next, or null */
    removeNode(id: string, opens = true): string | null {
      const changed = remove(draft, id);
      if (changed.draft === draft) {
        sayNot(text('draw.said.notRemoved'));
        return id;
      }
      apply(changed.draft);
      choose(opens ? changed.nodeId : null);
      announce(text('draw.said.removed', { name: nameOf(id) }));
      return changed.nodeId;
    },
    rename(from: string, to: string): void {
      apply(renameNode(draft, from, to, isExpression));
      choose(to);
      announce(text('draw.said.renamed', { id: to }));
    },
  };
}
