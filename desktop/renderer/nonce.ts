/**
 * The nonce that the server puts into every page, so that styles need no `unsafe-inline`; undefined if there is none.
 */
export const nonceOfPage = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
