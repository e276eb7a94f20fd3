/** A script that records a page's screen reader announcements in `window.heard`, instead of speaking them. */
export const HEARD = `Object.defineProperty(Document.prototype, 'ariaNotify', {
  value: (message) => void (window.heard ??= []).push(message),
})`;
