import { Input as Control } from '@fluentui/react-components';
import { timeBounds } from '../../../contract/answers.ts';
import { asText, type InputProps } from './input.ts';
import { toLocal, toOffset } from './localTime.ts';

/** `date` and `time`: the browser's own pickers, in the person's own notation. */
const picker = (type: 'date' | 'time') =>
  function TimeInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
    const { min, max } = timeBounds(spec);
    return (
      <Control
        type={type}
        value={asText(value)}
        disabled={isDisabled}
        onChange={(_event, { value: typed }) => onChange(typed)}
        input={{ ref: inputRef, min, max }}
      />
    );
  };

export const DateInput = picker('date');
export const TimeInput = picker('time');

/** A moment in the person's own time zone; what is sent names its offset, so that nobody reads it differently. */
export function DatetimeInput({ value, onChange, isDisabled, inputRef }: InputProps) {
  return (
    <Control
      type="datetime-local"
      value={toLocal(asText(value))}
      disabled={isDisabled}
      onChange={(_event, { value: typed }) => onChange(toOffset(typed))}
      input={{ ref: inputRef }}
    />
  );
}
