import { useMemo, type ComponentType } from 'react';
import type { PrincipalReference, VariableSpec } from '../../../../contract/variables.ts';
import { useApiInputServices } from '../../api/inputServices.ts';
import type { InputProps } from '../../inputs/input.ts';
import { GroupsInput, UsersInput } from '../../inputs/principal.tsx';
import { InputServicesProvider } from '../../inputs/services.ts';
import type { FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';

const nothing = () => undefined;

/** Finds people or groups in the directory and stores references that the flow resolves later. */
const picker = (
  Picker: ComponentType<InputProps>,
  type: VariableSpec['type'],
  write: (found: PrincipalReference) => string,
) =>
  function PrincipalsField({ field, path, value, onChange }: FieldProps) {
    const services = useApiInputServices(null);
    const references = Array.isArray(value) ? (value as string[]) : [];
    const spec = useMemo((): VariableSpec => ({ name: field.name, type }), [field.name]);
    return (
      <Labelled field={field} path={path}>
        {(control) => (
          <InputServicesProvider value={services}>
            <Picker
              spec={spec}
              value={references}
              isDisabled={false}
              inputRef={nothing}
              control={control}
              onChange={(chosen) => {
                const next = (chosen as (PrincipalReference | string)[]).map((each) =>
                  typeof each === 'string' ? each : write(each),
                );
                onChange(next.length === 0 && !field.isRequired ? undefined : [...new Set(next)]);
              }}
            />
          </InputServicesProvider>
        )}
      </Labelled>
    );
  };

/** People are stored by e-mail address, as authors write them. */
export const PeopleField = picker(UsersInput, 'multiuser', ({ id, email }) => email ?? id);

/** Groups are stored by their exact names. */
export const GroupsField = picker(GroupsInput, 'multigroup', ({ displayName }) => displayName);
