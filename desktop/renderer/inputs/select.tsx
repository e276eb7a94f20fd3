import { Dropdown, makeStyles, Option as Entry, OptionGroup, tokens } from '@fluentui/react-components';
import { optionLabel, optionsOf, type Option, type VariableSpec } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import { asText, type InputProps } from './input.ts';
import { OptionButtons } from './optionButtons.tsx';
import { OptionIcon } from './OptionIcon.tsx';
import { MOST_UNSEARCHED, OptionSearch } from './OptionSearch.tsx';

export const useListStyles = makeStyles({ list: { maxHeight: '320px', overflowWrap: 'anywhere' } });

const useStyles = makeStyles({
  entry: { display: 'flex', flexDirection: 'column' },
  description: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  none: { color: tokens.colorNeutralForeground3 },
});

export function SelectInput(props: InputProps) {
  const { spec, value, onChange, onPick, isAnswer = false, inputRef } = props;
  const text = useText();
  const { list } = useListStyles();
  if (optionsOf(spec).length === 0) return <NoOptions />;
  if (spec.variant === 'buttons') {
    const chosen = asText(value);
    const toggle = (picked: string) => onChange(picked === chosen && !spec.required ? undefined : picked);
    const picked = chosen === '' ? [] : [chosen];
    return <OptionButtons {...props} chosen={picked} onToggle={onPick ?? toggle} areAnswers={isAnswer} />;
  }
  if (optionsOf(spec).length > MOST_UNSEARCHED)
    return (
      <OptionSearch
        {...props}
        isForMany={false}
        chosen={asText(value) === '' ? [] : [asText(value)]}
        onChoose={([picked]) => onChange(picked)}
      />
    );
  const known = optionsOf(spec).find((option) => option.value === value);
  return (
    <Dropdown
      ref={inputRef}
      value={known ? optionLabel(known) : ''}
      selectedOptions={known ? [known.value] : []}
      placeholder={spec.placeholder ?? text('input.choose')}
      clearable={!spec.required}
      clearButton={{ 'aria-label': text('input.clear') }}
      disabled={props.isDisabled}
      listbox={{ className: list }}
      onOptionSelect={(_event, { optionValue }) => onChange(optionValue)}
    >
      <Entries options={spec.options} />
    </Dropdown>
  );
}

/** Shown if a source offers no options. */
export function NoOptions() {
  const styles = useStyles();
  return <span className={styles.none}>{useText()('input.options.empty')}</span>;
}

/** Options and option groups, as list entries. */
export function Entries({ options = [] }: Pick<VariableSpec, 'options'>) {
  return options.map((entry) =>
    'options' in entry ? (
      <OptionGroup key={`group ${entry.label}`} label={<bdi>{entry.label}</bdi>}>
        {entry.options.map(toEntry)}
      </OptionGroup>
    ) : (
      toEntry(entry)
    ),
  );
}

const toEntry = (option: Option) => (
  <Entry key={option.value} value={option.value} text={optionLabel(option)} disabled={option.disabled}>
    <EntryText option={option} />
  </Entry>
);

function EntryText({ option }: { option: Option }) {
  const styles = useStyles();
  return (
    <span className={styles.entry}>
      <span>
        <OptionIcon option={option} isBeforeText />
        <bdi>{optionLabel(option)}</bdi>
      </span>
      {option.description && <bdi className={styles.description}>{option.description}</bdi>}
    </span>
  );
}
