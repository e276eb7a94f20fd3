import { LinkTabs } from '../shell/LinkTabs.tsx';
import { useText } from '../text.ts';

interface Props {
  label: string;
  /** The addresses of the two lists. */
  addresses: { inUse: string; retired: string };
  /** Null: the list of what is in use is shown. */
  tab: 'retired' | null;
  /** What is retired, as far as it is loaded. */
  retired: readonly unknown[] | undefined;
}

/** Tabs over a list of what is in use and a list of what is retired; only if anything is, or that list is shown. */
export function RetirementTabs({ label, addresses, tab, retired }: Props) {
  const text = useText();
  if (tab === null && !retired?.length) return null;
  return (
    <LinkTabs
      label={label}
      places={[
        { href: addresses.inUse, words: text('retired.tab.inUse'), isCurrent: tab === null },
        { href: addresses.retired, words: text('retired.tab.retired'), isCurrent: tab === 'retired' },
      ]}
    />
  );
}
