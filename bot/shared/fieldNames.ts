/** The id of a field on a platform, distinct from all names that the platform or we use. */
export const fieldId = (spec: { name: string }): string => `f_${spec.name}`;

/** The id of the time input, if a platform has separate inputs for date and time. */
export const timeId = (spec: { name: string }): string => `t_${spec.name}`;
