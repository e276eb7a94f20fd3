import {
  Avatar,
  makeStyles,
  Tag,
  TagPicker,
  TagPickerControl,
  TagPickerGroup,
  TagPickerInput,
  TagPickerList,
  TagPickerOption,
  tokens,
} from '@fluentui/react-components';
import { ChevronDownRegular } from '@fluentui/react-icons';
import { useState, type KeyboardEvent } from 'react';
import { countBounds } from '../../../contract/answers.ts';
import type { PrincipalReference } from '../../../contract/variables.ts';
import { useText, type Text, type TextId } from '../text.ts';
import type { InputProps } from './input.ts';
import { useLost } from './pending.ts';
import { useInputServices, type FoundPrincipal, type InputServices } from './services.ts';
import { useTagStyles } from './tagStyles.ts';
import { useFound, type Found } from './useFound.ts';
import { useNameAfter } from './useNameAfter.ts';

const useStyles = makeStyles({
  words: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    color: tokens.colorNeutralForeground3,
  },
  control: { minWidth: 0, width: '100%' },
  entry: { overflowWrap: 'anywhere' },
});

interface Kind {
  find: keyof Pick<InputServices, 'findPeople' | 'findGroups'>;
  placeholder: TextId;
  isForMany: boolean;
}

/** Reads a field's value: a picked principal, or an address or name from a default. */
const toPrincipal = (item: unknown): PrincipalReference[] => {
  if (typeof item === 'string' && item !== '') return [{ id: item, displayName: item, email: null }];
  return typeof item === 'object' && item !== null && 'id' in item ? [item as PrincipalReference] : [];
};
const chosenOf = (value: unknown): PrincipalReference[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item) => toPrincipal(item));

/**
 * The typed text as a principal, for the server to resolve: guests may not search, and the directory may be
 * unreachable.
 */
const asTyped = (typed: string, work: string): FoundPrincipal => ({ id: typed, displayName: typed, email: null, work });

const referenceTo = ({ id, displayName, email }: FoundPrincipal): PrincipalReference => ({ id, displayName, email });

/** A picker for people or groups that searches the directory while typing. */
const picker = ({ find, placeholder, isForMany }: Kind) =>
  function PrincipalPicker({ spec, value, onChange, isDisabled, inputRef, control }: InputProps) {
    const styles = useStyles();
    const text = useText();
    const [typed, setTyped] = useState('');
    const found = useFound(typed, useInputServices()[find]);
    const chosen = chosenOf(value);
    const isFull = chosen.length >= (isForMany ? countBounds(spec).max : 1);
    const offered =
      found.state === 'failed' ? [asTyped(typed.trim(), text('input.principal.asTyped'))] : found.principals;
    const open = offered.filter(({ id }) => !chosen.some((each) => each.id === id));
    useLost(spec.name, typed.trim() === '' ? null : text('input.principal.notChosen'), () => onChange(value));
    const choose = (principals: PrincipalReference[]) => onChange(isForMany ? principals : principals[0]);
    const toggle = (id: string) => {
      setTyped('');
      const picked = open.find((each) => each.id === id);
      choose(picked ? [...chosen, referenceTo(picked)] : chosen.filter((each) => each.id !== id));
    };
    // Enter without a selection would submit the surrounding form
    const onKeyDown = (event: KeyboardEvent) =>
      event.key === 'Enter' && !event.ctrlKey && !event.metaKey && typed !== '' && event.preventDefault();
    return (
      <TagPicker
        selectedOptions={chosen.map(({ id }) => id)}
        onOptionSelect={(_event, { value: id }) => toggle(id)}
        disabled={isDisabled}
      >
        {/* the field itself opens its list, and Fluent calls this button “Open” in every language */}
        <TagPickerControl
          className={styles.control}
          expandIcon={{ children: <ChevronDownRegular />, 'aria-hidden': true }}
        >
          <Chosen principals={chosen} fieldLabel={control['aria-labelledby']} />
          <TagPickerInput
            ref={inputRef}
            value={typed}
            readOnly={isFull}
            placeholder={isFull ? undefined : (spec.placeholder ?? text(placeholder))}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </TagPickerControl>
        <TagPickerList>
          {open.length === 0 || isFull ? (
            <Words id={isFull || found.state === 'failed' ? 'input.principal.full' : WORDS[found.state]} />
          ) : (
            open.map((each) => toEntry(each, styles.entry, text))
          )}
        </TagPickerList>
      </TagPicker>
    );
  };

interface ChosenProps {
  principals: PrincipalReference[];
  /** The id of the field's label. */
  fieldLabel: string | undefined;
}

function Chosen({ principals, fieldLabel }: ChosenProps) {
  const styles = useTagStyles();
  const text = useText();
  const named = useNameAfter(fieldLabel);
  if (principals.length === 0) return null;
  return (
    <TagPickerGroup {...named} aria-label={text('input.principal.chosen')}>
      {principals.map(({ id, displayName }) => (
        <Tag
          key={id}
          className={styles.tag}
          value={id}
          shape="rounded"
          primaryText={{ className: styles.words }}
          media={<Avatar aria-hidden name={displayName} />}
        >
          <bdi>{displayName}</bdi>
        </Tag>
      ))}
    </TagPickerGroup>
  );
}

/** A disabled account stays on offer, because a shared mailbox has one. */
const toEntry = ({ id, displayName, email, work, isDisabled }: FoundPrincipal, className: string, text: Text) => (
  <TagPickerOption
    key={id}
    className={className}
    value={id}
    text={displayName}
    secondaryContent={[isDisabled && text('input.principal.disabled'), work, email].filter(Boolean).join(' · ')}
    media={<Avatar aria-hidden name={displayName} />}
  >
    <bdi>{displayName}</bdi>
  </TagPickerOption>
);

const WORDS: Record<Exclude<Found['state'], 'failed'>, TextId> = {
  idle: 'input.principal.type',
  searching: 'input.principal.searching',
  found: 'input.principal.nobody',
};

function Words({ id }: { id: TextId }) {
  const styles = useStyles();
  const text = useText();
  return (
    <TagPickerOption value="none" className={styles.words} aria-disabled>
      {text(id)}
    </TagPickerOption>
  );
}

export const UserInput = picker({ find: 'findPeople', placeholder: 'input.user', isForMany: false });
export const UsersInput = picker({ find: 'findPeople', placeholder: 'input.users', isForMany: true });
export const GroupInput = picker({ find: 'findGroups', placeholder: 'input.group', isForMany: false });
export const GroupsInput = picker({ find: 'findGroups', placeholder: 'input.groups', isForMany: true });
