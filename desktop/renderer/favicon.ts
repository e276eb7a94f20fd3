/** The tab icon when nothing is unread. */
const PLAIN = './handback.svg';
const MOST_COUNTED = 9;

/** Shows the unread count in the tab icon; `9+` from ten. */
export function showInFavicon(count: number): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = count > 0 ? numbered(count) : PLAIN;
}

/** The product's logo behind a number that is readable at 16 pixels. */
function numbered(count: number): string {
  const [words, size] = count > MOST_COUNTED ? [`${MOST_COUNTED}+`, 17] : [count, 20];
  const drawing = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#076f6f"/>',
    '<path d="M5 4v15M5 11h6" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/>',
    '<circle cx="20" cy="20" r="12" fill="#c50f1f"/>',
    '<g fill="#fff" font-family="Segoe UI,Helvetica,Arial,sans-serif" font-weight="700" text-anchor="middle">',
    `<text x="20" y="20" dy=".36em" font-size="${size}">${words}</text></g></svg>`,
  ];
  return `data:image/svg+xml,${encodeURIComponent(drawing.join(''))}`;
}
