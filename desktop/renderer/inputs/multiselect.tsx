import { Dropdown, makeStyles, tokens } from '@fluentui/react-components';
import { countBounds } from '../../../contract/answers.ts';
import { optionLabel, optionsOf } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import { asList, type InputProps } from './input.ts';
import { OptionButtons } from './optionButtons.tsx';
import { ChosenTags, MOST_UNSEARCHED, OptionSearch } from './OptionSearch.tsx';
import { Entries, NoOptions, useListStyles } from './select.tsx';

const MOST_CHIPS = 10;

const useStyles = makeStyles({
  list: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
});

export function MultiselectInput(props: InputProps) {
  const { spec, value, onChange, onPick, isDisabled, inputRef, control } = props;
  const text = useText();
  const styles = useStyles();
  const { list } = useListStyles();
  const chosen = asList(value);
  const options = optionsOf(spec);
  if (options.length === 0) return <NoOptions />;
  const areChips = spec.variant === 'buttons' || (spec.variant === undefined && options.length <= MOST_CHIPS);
  if (areChips) {
    const toggled = (picked: string) =>
      chosen.includes(picked) ? chosen.filter((each) => each !== picked) : [...chosen, picked];
    const isOneEnough = countBounds(spec).min < 2; // otherwise taps collect options, and the last required one sends
    const take = (picked: string) =>
      onPick ? onPick(isOneEnough ? [picked] : toggled(picked)) : onChange(toggled(picked));
    return <OptionButtons {...props} areChips={spec.variant !== 'buttons'} chosen={chosen} onToggle={take} />;
  }
  if (options.length > MOST_UNSEARCHED)
    return <OptionSearch {...props} isForMany chosen={chosen} onChoose={onChange} />;
  const known = new Map(options.map((option) => [option.value, optionLabel(option)]));
  const inOrder = [...known.keys()].filter((each) => chosen.includes(each));
  return (
    <div className={styles.list}>
      <Dropdown
        ref={inputRef}
        multiselect
        value="" // the chosen options are shown below
        selectedOptions={chosen}
        placeholder={spec.placeholder ?? text('input.chooseMany')}
        disabled={isDisabled}
        listbox={{ className: list }}
        onOptionSelect={(_event, { selectedOptions }) => onChange(selectedOptions)}
      >
        <Entries options={spec.options} />
      </Dropdown>
      <ChosenTags chosen={inOrder} known={known} control={control} isDisabled={isDisabled} onChoose={onChange} />
    </div>
  );
}
