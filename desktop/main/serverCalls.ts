/** Calls a route below `/api` as the person. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Whether the server decided on the answer; otherwise (no sign-in, busy, down) it is sent again later. */
export const isDecided = (response: Response): boolean =>
  response.type !== 'error' && response.status < 500 && ![401, 408, 425, 429].includes(response.status);
