import { Field, makeStyles } from '@fluentui/react-components';
import { Controller, useFormContext } from 'react-hook-form';
import { labelOf, type VariableSpec } from '../../../contract/variables.ts';
import { useText, type Text } from '../text.ts';
import { inputOf } from './index.ts';
import type { InputError } from './input.ts';
import type { FormShape } from './formShape.ts';

const useStyles = makeStyles({
  field: {
    alignContent: 'start',
    gridTemplateColumns: 'minmax(0, 1fr)',
    '& > label, & > .fui-Field__hint, & > .fui-Field__validationMessage': { overflowWrap: 'anywhere' },
  },
});

interface Props {
  spec: VariableSpec;
  isDisabled: boolean;
  onPick?: (value: unknown) => void;
  isAnswer: boolean;
}

/** One variable with label, hint and error. */
export function VariableField({ spec, isDisabled, onPick, isAnswer }: Props) {
  const styles = useStyles();
  const text = useText();
  const { control: form } = useFormContext<FormShape>();
  const Input = inputOf(spec);
  if (!Input) return null;
  const hint = hintOf(spec, text);
  return (
    <Controller
      control={form}
      name={`values.${spec.name}`}
      render={({ field, fieldState }) => {
        const error = toInputError(fieldState.error);
        return (
          <Field
            className={styles.field}
            label={<bdi>{labelOf(spec)}</bdi>}
            hint={hint && <bdi>{hint}</bdi>}
            required={spec.required}
            validationMessage={error?.message && <bdi>{error.message}</bdi>}
            validationState={error?.message ? 'error' : 'none'}
          >
            {(control) => (
              <Input
                spec={spec}
                value={field.value}
                onChange={(value) => field.onChange(given(value, spec))}
                onPick={onPick}
                isAnswer={isAnswer}
                isDisabled={isDisabled}
                inputRef={field.ref}
                control={control}
                error={error}
              />
            )}
          </Field>
        );
      }}
    />
  );
}

/** The form library takes undefined for untouched, and would show the author's default again. */
const given = (value: unknown, spec: VariableSpec): unknown =>
  value === undefined && spec.default !== undefined ? null : value;

/** The author's description, and the time zone for a moment. */
function hintOf({ type, description }: VariableSpec, text: Text): string | undefined {
  if (type !== 'datetime') return description;
  const zone = text('input.clock', { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone });
  return description ? `${description} ${zone}` : zone;
}

/** Reads the form library's nested errors, which for a table are by row and cell. */
function toInputError(error: unknown): InputError | undefined {
  if (!error || typeof error !== 'object') return undefined;
  if ('message' in error && typeof error.message === 'string') return { message: error.message };
  const cells = Object.fromEntries(
    Object.entries(error).map(([row, columns]) => [
      row,
      Object.fromEntries(
        Object.entries((columns ?? {}) as Record<string, { message?: string }>).map(([name, cell]) => [
          name,
          cell?.message ?? '',
        ]),
      ),
    ]),
  );
  return { cells };
}
