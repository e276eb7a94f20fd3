import { FieldContextProvider, useId, type FieldControlProps } from '@fluentui/react-components';
import type { ComponentPropsWithRef } from 'react';
import { useText } from '../text.ts';

interface Props extends ComponentPropsWithRef<'div'> {
  control: FieldControlProps;
}

/**
 * Several controls that together fill one field. Otherwise Fluent gives each of them the id of the field. Screen readers
 * do not read the asterisk of the label, and a group cannot have `aria-required`, so the description says it.
 */
export function FieldGroup({ control, children, ...rest }: Props) {
  const text = useText();
  const id = useId('required');
  const isRequired = control['aria-required'] === true;
  const describedBy = [isRequired && id, control['aria-describedby']].filter(Boolean).join(' ');
  return (
    <div
      {...rest}
      role="group"
      aria-labelledby={control['aria-labelledby']}
      aria-describedby={describedBy || undefined}
    >
      {isRequired && (
        <span id={id} hidden>
          {text('input.required')}
        </span>
      )}
      <FieldContextProvider value={undefined}>{children}</FieldContextProvider>
    </div>
  );
}
