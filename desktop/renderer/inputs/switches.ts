import { createContext, useContext } from 'react';

const SwitchesContext = createContext(true);
/**
 * Whether a switch may be left unset. In a form whose fields an author wrote, unset differs from No. In the product's
 * own dialogs it means No.
 */
export const SwitchesProvider = SwitchesContext.Provider;
export const useMayBeUnset = (): boolean => useContext(SwitchesContext);
