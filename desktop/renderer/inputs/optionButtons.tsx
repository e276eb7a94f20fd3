import { makeStyles, mergeClasses, ToggleButton, tokens, useRestoreFocusTarget } from '@fluentui/react-components';
import { iconOf } from '../../../contract/icons.ts';
import { optionLabel, optionsOf, type Option } from '../../../contract/variables.ts';
import type { InputProps } from './input.ts';
import { OptionIcon } from './OptionIcon.tsx';

const useStyles = makeStyles({
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  stacked: { flexDirection: 'column', alignItems: 'stretch' },
  button: { minHeight: '44px', minWidth: '120px', maxWidth: '100%', overflowWrap: 'anywhere' },
  chip: { minHeight: '32px', minWidth: '64px' },
  wide: { justifyContent: 'flex-start', textAlign: 'start', maxWidth: 'none' },
  words: { display: 'flex', flexDirection: 'column' },
  description: {
    fontWeight: tokens.fontWeightRegular,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  group: {
    flexBasis: '100%',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    marginTop: tokens.spacingVerticalXS,
  },
});

interface Props extends InputProps {
  chosen: readonly string[];
  onToggle(value: string): void;
  /** Small and round, for several at once. */
  areChips?: boolean;
}

/** Variant `buttons`: every option within reach of a finger. */
export function OptionButtons({ spec, chosen, onToggle, isDisabled, inputRef, control, areChips = false }: Props) {
  const styles = useStyles();
  const restoreFocus = useRestoreFocusTarget();
  const isStacked = optionsOf(spec).some(({ description }) => description);
  const first = optionsOf(spec).find((option) => !option.disabled);
  const button = (option: Option) => (
    <ToggleButton
      {...restoreFocus}
      key={option.value}
      ref={option === first ? inputRef : undefined}
      className={mergeClasses(styles.button, areChips && styles.chip, isStacked && styles.wide)}
      shape={areChips && !isStacked ? 'circular' : 'rounded'}
      checked={chosen.includes(option.value)}
      appearance={chosen.includes(option.value) ? 'primary' : 'secondary'}
      disabled={isDisabled || option.disabled}
      icon={iconOf(option) ? <OptionIcon option={option} /> : undefined}
      onClick={() => onToggle(option.value)}
    >
      <span className={styles.words}>
        {optionLabel(option)}
        {option.description && <span className={styles.description}>{option.description}</span>}
      </span>
    </ToggleButton>
  );
  return (
    <div
      role="group"
      aria-labelledby={control['aria-labelledby']}
      aria-describedby={control['aria-describedby']}
      className={mergeClasses(styles.buttons, isStacked && styles.stacked)}
    >
      {(spec.options ?? []).map((entry) =>
        'options' in entry
          ? [
              <span key={`group ${entry.label}`} className={styles.group}>
                {entry.label}
              </span>,
              ...entry.options.map(button),
            ]
          : button(entry),
      )}
    </div>
  );
}
