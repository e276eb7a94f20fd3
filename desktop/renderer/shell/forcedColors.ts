/** Where the system draws in few colours of its own: what only a background tells has to be told in one of those. */
export const FORCED_COLORS = '@media (forced-colors: active)';
