import { Button, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { TextBulletListTreeRegular, TextEditStyleRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { outlineOf, treeOf } from '../../../contract/answers/outline.ts';
import type { HierarchyNode } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import { FieldGroup } from './FieldGroup.tsx';
import type { InputProps } from './input.ts';
import { TreeBuilder } from './tree/TreeBuilder.tsx';
import { withoutBlank } from './tree/tree.ts';

const useStyles = makeStyles({
  hierarchy: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS },
  switch: { alignSelf: 'flex-start', marginInlineStart: '-8px' },
});

const asTree = (value: unknown): HierarchyNode[] => (Array.isArray(value) ? (value as HierarchyNode[]) : []);

const isSame = (one: HierarchyNode[], other: HierarchyNode[]): boolean => outlineOf(one) === outlineOf(other);

/** A tree, built entry by entry, or typed and pasted as indented lines. */
export function HierarchyInput(props: InputProps) {
  const { value, onChange, isDisabled, control } = props;
  const styles = useStyles();
  const text = useText();
  const [isText, setText] = useState(false);
  const [begun, setBegun] = useState<HierarchyNode[]>([]);
  // blank entries exist only here; a different value from outside replaces them
  const tree = isSame(withoutBlank(begun), asTree(value)) ? begun : asTree(value);
  const change = (next: HierarchyNode[]): void => {
    setBegun(next);
    onChange(withoutBlank(next));
  };
  return (
    <FieldGroup className={styles.hierarchy} control={control}>
      {isText ? (
        <Lines {...props} tree={tree} onChange={change} />
      ) : (
        <TreeBuilder {...props} tree={tree} onChange={change} />
      )}
      {!isDisabled && (
        <Button
          className={styles.switch}
          appearance="transparent"
          size="small"
          icon={isText ? <TextBulletListTreeRegular /> : <TextEditStyleRegular />}
          onClick={() => setText(!isText)}
        >
          {text(isText ? 'input.tree.asTree' : 'input.tree.asText')}
        </Button>
      )}
    </FieldGroup>
  );
}

interface LinesProps extends Pick<InputProps, 'spec' | 'isDisabled' | 'inputRef' | 'control'> {
  tree: HierarchyNode[];
  onChange(tree: HierarchyNode[]): void;
}

function Lines({ spec, tree, onChange, isDisabled, inputRef, control }: LinesProps) {
  const text = useText();
  const [typed, setTyped] = useState(() => outlineOf(withoutBlank(tree)));
  return (
    <Textarea
      {...control}
      value={typed}
      rows={6}
      resize="vertical"
      placeholder={spec.placeholder ?? text('input.hierarchy')}
      disabled={isDisabled}
      onChange={(_event, { value: lines }) => {
        setTyped(lines);
        onChange(treeOf(lines));
      }}
      textarea={{ ref: inputRef }}
    />
  );
}
