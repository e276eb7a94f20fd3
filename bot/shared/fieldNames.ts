/** The id of a field on a platform, apart from every name that the platform or we use beside it. */
export const fieldId = (spec: { name: string }): string => `f_${spec.name}`;

/** The id of the time, where a platform takes date and time apart. */
export const timeId = (spec: { name: string }): string => `t_${spec.name}`;
