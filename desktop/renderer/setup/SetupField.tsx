import { Field, Input } from '@fluentui/react-components';
import type { SetupView } from '../../../contract/setup.ts';
import { useText } from '../text.ts';
import { isGivenElsewhere, settingOf, type SetupForm } from './setupForm.ts';

export type FieldName = 'tenantId' | 'clientId' | 'directoryClientId' | 'directoryClientSecret';

export interface FieldsProps {
  view: SetupView;
  form: SetupForm;
  /** The faults by field. */
  faults: Record<string, string>;
  onForm(form: SetupForm): void;
}

/** The field for an id or secret; read-only if an environment variable sets it. */
export function SetupField({ name, view, form, faults, onForm }: FieldsProps & { name: FieldName }) {
  const text = useText();
  const setting = settingOf(view, name)!;
  const isElsewhere = isGivenElsewhere(view, name);
  const isSecret = name === 'directoryClientSecret';
  const keeps = isSecret && setting.isSet;
  const hint = isElsewhere
    ? text('setup.byVariable', { variable: setting.variables.join(', ') })
    : keeps
      ? text('admin.provider.keepSecret')
      : text(`setup.${name}.hint`);
  return (
    <Field
      label={text(`setup.${name}`)}
      hint={hint}
      validationMessage={faults[name]}
      validationState={faults[name] ? 'error' : 'none'}
    >
      <Input
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        readOnly={isElsewhere}
        value={isSecret && isElsewhere ? '••••••••' : form[name]}
        onChange={(_event, { value }) => onForm({ ...form, [name]: value })}
      />
    </Field>
  );
}
