import { useText } from '../../text.ts';
import { AddNodeDialog } from './AddNodeDialog.tsx';
import { ConnectDialog } from './ConnectDialog.tsx';
import type { Editing } from './NodePanel.tsx';
import type { useDrawing } from './useDrawing.ts';

interface Props extends Pick<Editing, 'draft' | 'types'> {
  drawing: ReturnType<typeof useDrawing>;
}

/** The drawing's current dialog: which node to add, or what to connect to. */
export function AskedDialog({ draft, types, drawing }: Props) {
  const text = useText();
  const { asked, ask } = drawing;
  return (
    <>
      {asked && asked.kind !== 'connect' && (
        <AddNodeDialog
          title={
            asked.kind === 'add'
              ? text('draw.addAfterNode', { name: drawing.nameOf(asked.after) })
              : text('draw.insertOn')
          }
          types={types.nodeTypes}
          onChoose={drawing.add}
          onClose={() => ask(null)}
        />
      )}
      {asked?.kind === 'connect' && (
        <ConnectDialog
          draft={draft}
          from={asked.from}
          name={drawing.nameOf(asked.from)}
          onChoose={(to) => drawing.connectTo(asked.from, to)}
          onClose={() => ask(null)}
        />
      )}
    </>
  );
}
