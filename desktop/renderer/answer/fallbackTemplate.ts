import { APPROVAL_OPTIONS } from '../../../contract/approval.ts';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { Option, VariableSpec } from '../../../contract/variables.ts';

/** The one variable of a simple request (behaviour 2.3). */
const SIMPLE = 'value';

/**
 * The fields for a question whose prompt template is gone, built from the notification (behaviour 2.5). Labels come
 * from `meta`; the server still checks every answer against the request.
 */
export function fallbackSpecs({
  inputType,
  options,
  meta,
}: Pick<UserNotification, 'inputType' | 'options' | 'meta'>): VariableSpec[] {
  switch (inputType) {
    case 'text':
      return [{ name: SIMPLE, type: 'textarea', required: true }];
    case 'approval':
    case 'choice':
      return [
        {
          name: SIMPLE,
          type: 'select',
          required: true,
          options: simpleOptions(inputType, options, meta),
        },
      ];
    case 'form':
      return meta.variables.map(({ name, label, type, options: own }) => ({ name, label, type, options: own }));
  }
}

function simpleOptions(inputType: 'approval' | 'choice', values: string[], meta: UserNotification['meta']): Option[] {
  if (inputType === 'approval' && values.length === 0) return [...APPROVAL_OPTIONS];
  const known = [...(meta.variables[0]?.options ?? []), ...(inputType === 'approval' ? APPROVAL_OPTIONS : [])];
  return values.map((value) => known.find((option) => option.value === value) ?? { value });
}
