import { Input as Control, makeStyles, tokens } from '@fluentui/react-components';
import { useState, type SyntheticEvent } from 'react';
import { timeBounds } from '../../../contract/answers.ts';
import { useText } from '../text.ts';
import { asText, type InputProps } from './input.ts';
import { toLocal, toOffset } from './localTime.ts';

const useStyles = makeStyles({
  whole: { display: 'grid', minWidth: 0 },
  moved: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200, overflowWrap: 'anywhere' },
});

/** The maximum if the author sets none: with it, browsers move on after the fourth digit of the year. */
const LAST_DAY = '9999-12-31';
const LAST = { date: LAST_DAY, time: undefined } as const;

/**
 * A picker with an incomplete or non-existent date has no value. This reports `NaN`, which every check refuses and no
 * draft stores, so that incomplete input is not dropped silently.
 */
function lookAt({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>) {
  return ({ target }: SyntheticEvent): void => {
    const { badInput } = (target as HTMLInputElement).validity;
    if (badInput !== Number.isNaN(value)) onChange(badInput ? NaN : '');
  };
}

/** `date` and `time`: the browser's own pickers, in the person's format. */
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

/** A moment in the person's time zone; sent with its offset, so that it is unambiguous. */
export function DatetimeInput({ value, onChange, isDisabled, inputRef }: InputProps) {
  const styles = useStyles();
  const text = useText();
  const moment = asText(value);
  const [typed, setTyped] = useState('');
  const [last, setLast] = useState('');
  const look = lookAt({ value, onChange });
  const meant = toLocal(moment);
  const isMoved = toOffset(last) === moment && isSkipped(last, meant);
  return (
    <div className={styles.whole}>
      <Control
        type="datetime-local"
        value={toOffset(typed) === moment ? typed : meant} // a partly typed year has no exact offset
        disabled={isDisabled}
        onChange={(_event, { value: local }) => {
          setTyped(local);
          setLast(local);
          onChange(toOffset(local));
        }}
        onKeyUp={look}
        onBlur={(event) => {
          setTyped('');
          look(event);
        }}
        input={{ ref: inputRef, max: `${LAST_DAY}T23:59` }}
      />
      <div role="status" className={styles.moved}>
        {isMoved && text('input.skipped', { typed: timeOf(last), meant: timeOf(meant) })}
      </div>
    </div>
  );
}

const timeOf = (local: string): string => local.slice(11, 16);

/** The earliest year whose offsets are whole minutes everywhere, so that a difference means a change of the clocks. */
const FIRST_YEAR = '1975';

/** Whether the clocks skip this local time, when they go forward. */
const isSkipped = (local: string, meant: string): boolean =>
  local.slice(0, 4) >= FIRST_YEAR && meant !== '' && timeOf(local) !== timeOf(meant);
