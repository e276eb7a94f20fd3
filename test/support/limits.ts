import { createCallLimits } from '../../server/foundation/http/callLimits.ts';
import { DEFAULT_LIMITS, LIMIT_NAMES, UNLIMITED, type Limits } from '../../server/foundation/limits.ts';

/** For suites that do in a minute what people do in a week; limits on a single request stay. */
export const NO_LIMITS: Limits = {
  ...(Object.fromEntries(LIMIT_NAMES.map((name) => [name, UNLIMITED])) as Limits),
  bodyBytes: DEFAULT_LIMITS.bodyBytes,
  depth: DEFAULT_LIMITS.depth,
};

/** Counts nothing relevant. */
export const FREE_CALLS = createCallLimits(NO_LIMITS);
