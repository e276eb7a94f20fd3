import { LinkTabs } from '../shell/LinkTabs.tsx';
import { useText } from '../text.ts';

interface Props {
  label: string;
  /** The addresses of the two lists. */
  addresses: { inUse: string; retired: string };
  current: 'inUse' | 'retired';
}

/** Tabs over a list of what is in use and a list of what is retired. */
export function RetirementTabs({ label, addresses, current }: Props) {
  const text = useText();
  return (
    <LinkTabs
      label={label}
      places={[
        { href: addresses.inUse, words: text('retired.tab.inUse'), isCurrent: current === 'inUse' },
        { href: addresses.retired, words: text('retired.tab.retired'), isCurrent: current === 'retired' },
      ]}
    />
  );
}
