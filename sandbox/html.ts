const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for HTML content and for quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character]!);

/** The base style of all sandbox pages; each page adds its own rules. */
const BASE_STYLE = `
  :root { color-scheme: light dark; --page: #f3f4f8; --card: #ffffff; --line: #e1e4ec; --text: #1b2030; --quiet: #5c647a;
    --accent: #4754d6; --accent-soft: #eceefe; --shadow: 0 1px 2px rgb(20 26 50 / 6%), 0 12px 32px rgb(20 26 50 / 8%); }
  @media (prefers-color-scheme: dark) {
    :root { --page: #12141c; --card: #1b1e29; --line: #2d3242; --text: #edeff7; --quiet: #a0a8bd; --accent: #a3acff; --accent-soft: #282d4a; --shadow: none; } }
  * { box-sizing: border-box; }
  body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif; }
  h1 { font-size: 1.35rem; line-height: 1.25; margin: 0; letter-spacing: -.01em; }
  p { margin: .25rem 0 0; }
  a { color: var(--accent); }
  .quiet { color: var(--quiet); }
  .card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; box-shadow: var(--shadow); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;

export interface Page {
  title: string;
  style: string;
  body: string;
  /** Further elements of the head. */
  head?: string;
}

/** A whole HTML document. The body is HTML; its builder must escape. */
export const htmlPage = ({ title, style, body, head = '' }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${head}<style>${BASE_STYLE}${style}</style>
</head>
<body>
${body}
</body>
</html>
`;
