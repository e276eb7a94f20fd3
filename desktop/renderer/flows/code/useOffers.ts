import { useCallback, useMemo } from 'react';
import { useIntl } from 'react-intl';
import { useNodeTypes } from '../../api/authoring.ts';
import { useText } from '../../text.ts';
import { fieldNamesOf } from '../edit/fieldNames.ts';
import { wordOfType } from '../nodeTypes.ts';
import { offersAt, type Known, type Offers } from './offers.ts';

/** Outside of configs, fields are called as those of this type of node, which there is not. */
const OF_FLOW = 'flow';

/** What can stand at a place of a definition, in the person's language; nothing until the server has told its types. */
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
