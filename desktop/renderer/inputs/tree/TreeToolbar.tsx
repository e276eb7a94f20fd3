import { Toolbar, ToolbarButton, Tooltip, useFluent } from '@fluentui/react-components';
import {
  AddRegular,
  ArrowDownRegular,
  ArrowUpRegular,
  DeleteRegular,
  TextIndentDecreaseLtrRegular,
  TextIndentDecreaseRtlRegular,
  TextIndentIncreaseLtrRegular,
  TextIndentIncreaseRtlRegular,
  TextBulletListAddRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { useText } from '../../text.ts';
import { TREE_DEEDS, type TreeDeed } from './treeDeeds.ts';

const ICONS: Record<TreeDeed, ReactElement> = {
  after: <AddRegular />,
  inside: <TextBulletListAddRegular />,
  outdent: <TextIndentDecreaseLtrRegular />,
  indent: <TextIndentIncreaseLtrRegular />,
  up: <ArrowUpRegular />,
  down: <ArrowDownRegular />,
  remove: <DeleteRegular />,
};

interface Props {
  /** What the entry is called that the buttons work on. */
  entry: string;
  can(deed: TreeDeed): boolean;
  onDo(deed: TreeDeed): void;
}

const MIRRORED: Partial<Record<TreeDeed, ReactElement>> = {
  outdent: <TextIndentDecreaseRtlRegular />,
  indent: <TextIndentIncreaseRtlRegular />,
};

/** What can be done to the entry that one stands in, within reach of a finger; arrow keys go from button to button. */
export function TreeToolbar({ entry, can, onDo }: Props) {
  const text = useText();
  const icons = useFluent().dir === 'rtl' ? { ...ICONS, ...MIRRORED } : ICONS;
  return (
    <Toolbar size="small" aria-label={text('input.tree.toolbar', { entry })} style={{ flexWrap: 'wrap', padding: 0 }}>
      {TREE_DEEDS.map((deed) => (
        <Tooltip key={deed} content={text(`input.tree.${deed}`)} relationship="label">
          <ToolbarButton icon={icons[deed]} disabledFocusable={!can(deed)} onClick={() => onDo(deed)} />
        </Tooltip>
      ))}
    </Toolbar>
  );
}
