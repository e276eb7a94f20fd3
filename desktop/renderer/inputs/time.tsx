import { Input as Control } from '@fluentui/react-components';
import { useState, type SyntheticEvent } from 'react';
import { timeBounds } from '../../../contract/answers.ts';
import { asText, type InputProps } from './input.ts';
import { toLocal, toOffset } from './localTime.ts';

/** Where the author sets no end: with it, browsers go on to the next part after the fourth digit of a year. */
const LAST_DAY = '9999-12-31';
const LAST = { date: LAST_DAY, time: undefined } as const;

/**
 * A picker that holds half a date, or one that does not exist, has no value. That is told as `NaN`, which no check lets
 * pass and no draft keeps, so that what somebody began to type is not left out unnoticed.
 */
function lookAt({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>) {
  return ({ target }: SyntheticEvent): void => {
    const { badInput } = (target as HTMLInputElement).validity;
    if (badInput !== Number.isNaN(value)) onChange(badInput ? NaN : '');
  };
}

/** `date` and `time`: the browser's own pickers, in the person's own notation. */
const picker = (type: 'date' | 'time') =>
  function TimeInput({ spec, value, onChange, isDisabled, inputRef }: InputProps) {
    const { min, max = LAST[type] } = timeBounds(spec);
    const look = lookAt({ value, onChange });
    return (
      <Control
        type={type}
        value={asText(value)}
        disabled={isDisabled}
        onChange={(_event, { value: typed }) => onChange(typed)}
        onKeyUp={look}
        onBlur={look}
        input={{ ref: inputRef, min, max }}
      />
    );
  };

export const DateInput = picker('date');
export const TimeInput = picker('time');

/** A moment in the person's own time zone; what is sent names its offset, so that nobody reads it differently. */
export function DatetimeInput({ value, onChange, isDisabled, inputRef }: InputProps) {
  const moment = asText(value);
  const [typed, setTyped] = useState('');
  const look = lookAt({ value, onChange });
  return (
    <Control
      type="datetime-local"
      value={toOffset(typed) === moment ? typed : toLocal(moment)} // a year on its way has no exact offset
      disabled={isDisabled}
      onChange={(_event, { value: local }) => {
        setTyped(local);
        onChange(toOffset(local));
      }}
      onKeyUp={look}
      onBlur={(event) => {
        setTyped('');
        look(event);
      }}
      input={{ ref: inputRef, max: `${LAST_DAY}T23:59` }}
    />
  );
}
