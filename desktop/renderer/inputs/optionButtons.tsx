import { Button, makeStyles, mergeClasses, ToggleButton, tokens, useId } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { iconOf } from '../../../contract/icons.ts';
import { optionLabel, optionsOf, type Option } from '../../../contract/variables.ts';
import type { InputProps } from './input.ts';
import { FieldGroup } from './FieldGroup.tsx';
import { OptionIcon } from './OptionIcon.tsx';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  stacked: { flexDirection: 'column', flexWrap: 'nowrap', alignItems: 'stretch' },
  button: { minHeight: '44px', minWidth: '120px', maxWidth: '100%', overflowWrap: 'anywhere' },
  chip: { minHeight: '32px', minWidth: '64px' },
  wide: { justifyContent: 'flex-start', textAlign: 'start', maxWidth: 'none' },
  words: { display: 'flex', flexDirection: 'column' },
  description: {
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  group: { display: 'contents' },
  groupName: {
    width: '100%', // a line of its own, in rows and in a column
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: tokens.spacingVerticalXS,
  },
});

interface Props extends InputProps {
  chosen: readonly string[];
  onToggle(value: string): void;
  /** Small and round, for multiple choice. */
  areChips?: boolean;
  /** Pressing one answers: buttons do not toggle, and none looks chosen before the answer is sent. */
  areAnswers?: boolean;
}

/** Variant `buttons`: every option is a button. */
export function OptionButtons(props: Props) {
  const { spec, chosen, onToggle, onPick, isDisabled, inputRef, control, areChips = false, areAnswers = false } = props;
  const styles = useStyles();
  const isStacked = optionsOf(spec).some(({ description }) => description);
  const first = optionsOf(spec).find((option) => !option.disabled);
  const button = (option: Option) => {
    const isChosen = chosen.includes(option.value) && (isDisabled || !areAnswers);
    const shown = {
      ref: option === first ? inputRef : undefined,
      className: mergeClasses(styles.button, areChips && styles.chip, isStacked && styles.wide),
      shape: areChips && !isStacked ? ('circular' as const) : ('rounded' as const),
      appearance: isChosen ? ('primary' as const) : ('secondary' as const),
      disabled: isDisabled || option.disabled,
      icon: iconOf(option) ? <OptionIcon option={option} /> : undefined,
      children: (
        <span className={styles.words}>
          <bdi>{optionLabel(option)}</bdi>
          {option.description && <bdi className={styles.description}>{option.description}</bdi>}
        </span>
      ),
    };
    // the second click of a double click would answer the next question
    const press = ({ detail }: { detail: number }): void =>
      void ((onPick === undefined || detail < 2) && onToggle(option.value));
    return areAnswers ? (
      <Button key={option.value} {...shown} onClick={press} />
    ) : (
      <ToggleButton key={option.value} {...shown} checked={isChosen} onClick={press} />
    );
  };
  return (
    <FieldGroup
      control={areAnswers ? { ...control, 'aria-required': undefined } : control} // there is no way round pressing one
      className={mergeClasses(styles.buttons, isStacked && styles.stacked)}
    >
      {(spec.options ?? []).map((entry) =>
        'options' in entry ? (
          <NamedGroup key={`group ${entry.label}`} name={entry.label}>
            {entry.options.map(button)}
          </NamedGroup>
        ) : (
          button(entry)
        ),
      )}
    </FieldGroup>
  );
}

/** Options under their heading. They lie in the rows of the field, so the group itself has no box. */
function NamedGroup({ name, children }: { name: string; children: ReactNode }) {
  const styles = useStyles();
  const id = useId('group');
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <bdi id={id} className={styles.groupName}>
        {name}
      </bdi>
      {children}
    </div>
  );
}
