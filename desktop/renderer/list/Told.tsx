import { lazy, Suspense, useState } from 'react';
import { useAssignmentCounts } from '../api/assignmentCounts.ts';
import { Boundary } from '../shell/Boundary.tsx';

let isLoaded = false;
const ToldStrip = lazy(async () => {
  const { ToldStrip: loaded } = await import('../assignments/ToldStrip.tsx');
  isLoaded = true;
  return { default: loaded };
});

interface Props {
  /** Whether there are rows below, which must not move. */
  isAboveRows: boolean;
  /** Where pills are, above the rows. */
  pills: HTMLElement | null;
}

/** Unread events on assignments, if any. */
export function Told(props: Props) {
  const unread = useAssignmentCounts().data?.unread;
  const isThere = unread !== undefined && unread.inbound + unread.outbound > 0;
  const [isLate] = useState(() => !isThere || !isLoaded); // otherwise it is drawn together with the rows
  const [wasThere, setWasThere] = useState(false);
  if (isThere && !wasThere) setWasThere(true);
  if (!unread || (!isThere && !wasThere)) return null;
  return (
    <Boundary isPart>
      <Suspense fallback={null}>
        <ToldStrip unread={unread} isLate={isLate} {...props} />
      </Suspense>
    </Boundary>
  );
}
