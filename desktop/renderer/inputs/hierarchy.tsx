import { Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import type { HierarchyNode } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { linesOf, treeOf } from './outline.ts';

/** A tree as indented lines. */
export function HierarchyInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
  const text = useText();
  const [typed, setTyped] = useState(() => (Array.isArray(value) ? linesOf(value as HierarchyNode[]) : ''));
  return (
    <Textarea
      value={typed}
      rows={5}
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
