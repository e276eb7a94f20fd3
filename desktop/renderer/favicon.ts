/** The icons of the tab: as it is, and with a dot where something is unread. */
const PLAIN = './handback.svg';
const UNREAD = './handback-unread.svg';

/** Shows in the tab's icon whether anything is unread. */
export function showInFavicon(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = count > 0 ? UNREAD : PLAIN;
}
