import { Button, Input as Control, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { useRef } from 'react';
import type { HierarchyNode } from '../../../../contract/variables.ts';
import { useText } from '../../text.ts';
import type { InputProps } from '../input.ts';
import { entryAt, type Path } from './tree.ts';
import { TreeToolbar } from './TreeToolbar.tsx';
import { FIRST_ENTRY, useTreeEditing, type EntryHandlers } from './useTreeEditing.ts';

const useStyles = makeStyles({
  level: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXXS },
  below: {
    marginTop: tokens.spacingVerticalXXS,
    marginInlineStart: tokens.spacingHorizontalS,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderInlineStartWidth: '1px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke1,
  },
  entry: { width: '100%', minWidth: 0 },
  builder: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  hint: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    '@media (hover: none)': { display: 'none' }, // no physical keyboard
  },
});

interface Props extends Pick<InputProps, 'spec' | 'isDisabled' | 'inputRef'> {
  tree: HierarchyNode[];
  onChange(tree: HierarchyNode[]): void;
}

/** The number of an entry: 2.1 is the first child of the second. */
const numberOf = (path: Path): string => path.map((index) => index + 1).join('.');

/** A tree of text fields: Enter adds one, outline keys move it, and a toolbar does the same for touch. */
export function TreeBuilder({ tree, isDisabled, inputRef, ...rest }: Props) {
  const styles = useStyles();
  const text = useText();
  const root = useRef<HTMLDivElement>(null);
  const { at, can, perform, ...editing } = useTreeEditing({ tree, root, ...rest });
  if (tree.length === 0)
    return (
      <div ref={root}>
        <Button
          ref={inputRef}
          icon={<AddRegular />}
          disabled={isDisabled}
          data-path={FIRST_ENTRY}
          onClick={editing.addFirst}
        >
          {text('input.tree.add')}
        </Button>
      </div>
    );
  return (
    <div ref={root} className={styles.builder}>
      {!isDisabled && (
        <TreeToolbar
          entry={entryAt(tree, at)?.label.trim() || numberOf(at)}
          can={can}
          onDo={(action) => perform(action, at, ['after', 'inside', 'remove'].includes(action))}
        />
      )}
      <ul className={styles.level}>
        <Level nodes={tree} above={[]} entry={{ isDisabled, inputRef, ...editing }} />
      </ul>
      {!isDisabled && <span className={styles.hint}>{text('input.tree.keys')}</span>}
    </div>
  );
}

interface EntryProps extends Pick<InputProps, 'isDisabled' | 'inputRef'>, EntryHandlers {}

function Level({ nodes, above, entry }: { nodes: HierarchyNode[]; above: Path; entry: EntryProps }) {
  const styles = useStyles();
  return nodes.map(({ label, children }, index) => {
    const path = [...above, index];
    return (
      <li key={index}>
        <Entry path={path} label={label} {...entry} />
        {children.length > 0 && (
          <ul className={mergeClasses(styles.level, styles.below)}>
            <Level nodes={children} above={path} entry={entry} />
          </ul>
        )}
      </li>
    );
  });
}

function Entry({ path, label, isDisabled, inputRef, ...on }: EntryProps & { path: Path; label: string }) {
  const styles = useStyles();
  const text = useText();
  const isFirst = path.length === 1 && path[0] === 0;
  return (
    <Control
      className={styles.entry}
      aria-label={text('input.tree.entry', { number: numberOf(path) })}
      value={label}
      disabled={isDisabled}
      onChange={(_event, { value }) => on.onRename(path, value)}
      onKeyDown={(event) => on.onKeyDown(event, path)}
      onPaste={(event) => on.onPaste(event, path)}
      onFocus={() => on.onFocus(path)}
      input={{ ref: isFirst ? inputRef : undefined, 'data-path': path.join('.') } as object}
    />
  );
}
