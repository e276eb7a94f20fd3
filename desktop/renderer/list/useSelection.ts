import { useCallback, useState } from 'react';
import type { UserNotification } from '../../../contract/notifications.ts';

const UNTOUCHED: ReadonlySet<string> = new Set();

export type Selection = ReturnType<typeof useSelection>;

/** The selection of the inbox, shared by list and table. Only visible rows can be selected. */
export function useSelection(rows: readonly UserNotification[]) {
  const [ids, setIds] = useState(UNTOUCHED);
  const toggle = useCallback((id: string) => {
    setIds((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  return {
    selected: rows.filter(({ id }) => ids.has(id)),
    has: (id: string) => ids.has(id),
    isUsed: ids !== UNTOUCHED,
    toggle,
    choose: (chosen: readonly UserNotification[]) => setIds(new Set(chosen.map(({ id }) => id))),
  };
}
