const OBJECT_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text has the form of a directory object id; otherwise it is an address or a name. */
export const isObjectId = (text: string): boolean => OBJECT_ID.test(text);
