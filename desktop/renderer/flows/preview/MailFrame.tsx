import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { useText } from '../../text.ts';

const useStyles = makeStyles({
  subject: { fontWeight: tokens.fontWeightSemibold, marginBottom: tokens.spacingVerticalS, overflowWrap: 'anywhere' },
  frame: { width: '100%', height: '420px', border: 'none', backgroundColor: '#ffffff' },
});

const ELEMENTS =
  /^(table|tbody|thead|tr|td|th|div|p|span|a|b|strong|em|i|br|h1|h2|h3|ul|ol|li|blockquote|hr|code|pre)$/;

/**
 * A mail as rendered by the server, in a frame without scripts. Sets its styles by script, because the page's policy
 * forbids inline styles.
 */
export function MailFrame({ subject, html }: { subject: string; html: string }) {
  const styles = useStyles();
  const text = useText();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const target = frame.current?.contentDocument;
    if (!target?.body) return;
    const source = new DOMParser().parseFromString(withoutStyles(html), 'text/html');
    target.body.replaceChildren(...copies(source.body, target));
    target.body.style.margin = '0';
  }, [html]);
  return (
    <>
      <div className={styles.subject}>{subject}</div>
      <iframe ref={frame} sandbox="allow-same-origin" title={text('preview.mail')} className={styles.frame} />
    </>
  );
}

/** Parsing a style attribute already violates the page's policy, so the attributes are renamed first. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle=/g, ' data-style='));

/** Copies of known elements with their styles; links are disabled. */
function copies(from: Node, target: Document): Node[] {
  return [...from.childNodes].flatMap((node): Node[] => {
    if (node.nodeType === Node.TEXT_NODE) return [target.createTextNode(node.textContent ?? '')];
    if (!(node instanceof HTMLElement)) return [];
    const name = node.tagName.toLowerCase();
    if (!ELEMENTS.test(name)) return name === 'style' || name === 'script' ? [] : copies(node, target);
    const copy = target.createElement(name);
    copy.style.cssText = node.dataset['style'] ?? '';
    for (const attribute of ['width', 'align', 'cellpadding', 'cellspacing', 'border', 'dir', 'lang']) {
      const value = node.getAttribute(attribute);
      if (value !== null) copy.setAttribute(attribute, value);
    }
    copy.append(...copies(node, target));
    return [copy];
  });
}
