import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useNodeTypes } from '../../api/authoring.ts';
import { useText } from '../../text.ts';
import { fieldNamesOf } from '../edit/fieldNames.ts';
import { wordOfType } from '../nodeTypes.ts';
import { offersAt, type Known, type Offers } from './offers.ts';

/** A pseudo node type for the names of fields outside configs. */
const OF_FLOW = 'flow';

/** The completions at an offset, in the person's language; none until the node types are loaded. */
export function useOffers(): (text: string, offset: number) => Offers | null {
  const intl = useIntl();
  const text = useText();
  const { data: types } = useNodeTypes();
  const known = useMemo((): Known | null => {
    if (!types) return null;
    const namesOf = (nodeType: string | null) => fieldNamesOf(intl, nodeType ?? OF_FLOW);
    return {
      types,
      nameOf: (nodeType, { name, schema }) => ({
        label: namesOf(nodeType).label(name),
        hint: namesOf(nodeType).hint(name, schema),
      }),
      wordFor: (nodeType, name, value) =>
        nodeType === null && name === 'type' ? wordOfType(value, text) : namesOf(nodeType).choice(name, value),
    };
  }, [intl, text, types]);
  return useCallback((source, offset) => known && offersAt(source, offset, known), [known]);
}
