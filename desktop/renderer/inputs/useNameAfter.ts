import { useId } from '@fluentui/react-components';

/**
 * Lets a part of a field be called after the field and by its own `aria-label`: “Assignees Chosen”.
 *
 * @param fieldLabel the id of the field's label
 * @returns the props of the part
 */
export function useNameAfter(fieldLabel: string | undefined) {
  const id = useId('part');
  return { id, 'aria-labelledby': [fieldLabel, id].filter(Boolean).join(' ') };
}
