/** Forced colours: information shown only by a background needs another indication. */
export const FORCED_COLORS = '@media (forced-colors: active)';
