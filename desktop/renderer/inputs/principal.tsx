import { Input as Control, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useText, type TextId } from '../text.ts';
import { asList, asText, type InputProps } from './input.ts';

/** `user`, `group`: named in words; the server finds them in the directory. */
const one = (hint: TextId) =>
  function PrincipalInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
    const text = useText();
    return (
      <Control
        value={asText(value)}
        placeholder={spec.placeholder ?? text(hint)}
        disabled={isDisabled}
        onChange={(_event, { value: typed }) => onChange(typed)}
        input={{ ref: inputRef }}
      />
    );
  };

/** `multiuser`, `multigroup`: one a line. */
const many = (hint: TextId) =>
  function PrincipalsInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
    const text = useText();
    const [typed, setTyped] = useState(() => asList(value).join('\n'));
    return (
      <Textarea
        value={typed}
        rows={3}
        resize="vertical"
        placeholder={spec.placeholder ?? text(hint)}
        disabled={isDisabled}
        onChange={(_event, { value: lines }) => {
          setTyped(lines);
          onChange(
            lines
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          );
        }}
        textarea={{ ref: inputRef }}
      />
    );
  };

export const UserInput = one('input.user');
export const GroupInput = one('input.group');
export const UsersInput = many('input.users');
export const GroupsInput = many('input.groups');
