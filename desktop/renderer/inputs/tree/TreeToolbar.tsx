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
import { TREE_ACTIONS, type TreeAction } from './treeActions.ts';

const ICONS: Record<TreeAction, ReactElement> = {
  after: <AddRegular />,
  inside: <TextBulletListAddRegular />,
  outdent: <TextIndentDecreaseLtrRegular />,
  indent: <TextIndentIncreaseLtrRegular />,
  up: <ArrowUpRegular />,
  down: <ArrowDownRegular />,
  remove: <DeleteRegular />,
};

interface Props {
  /** The name of the entry that the buttons act on. */
  entry: string;
  can(action: TreeAction): boolean;
  onDo(action: TreeAction): void;
}

const MIRRORED: Partial<Record<TreeAction, ReactElement>> = {
  outdent: <TextIndentDecreaseRtlRegular />,
  indent: <TextIndentIncreaseRtlRegular />,
};

/** The actions on the focused entry, as a toolbar; arrow keys move between buttons. */
export function TreeToolbar({ entry, can, onDo }: Props) {
  const text = useText();
  const icons = useFluent().dir === 'rtl' ? { ...ICONS, ...MIRRORED } : ICONS;
  return (
    <Toolbar size="small" aria-label={text('input.tree.toolbar', { entry })} style={{ flexWrap: 'wrap', padding: 0 }}>
      {TREE_ACTIONS.map((action) => (
        <Tooltip key={action} content={text(`input.tree.${action}`)} relationship="label">
          <ToolbarButton icon={icons[action]} disabledFocusable={!can(action)} onClick={() => onDo(action)} />
        </Tooltip>
      ))}
    </Toolbar>
  );
}
