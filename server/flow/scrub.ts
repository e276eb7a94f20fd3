/** Replaces a secret. */
const SCRUBBED = '[secret]';
/** Shorter secrets occur by chance in too many texts. */
const SHORTEST = 4;

/**
 * Removes secrets from the response of another server: plain, and as encoded in JSON, addresses and Base64. Copies
 * values and scrubs field names, too.
 */
export function createScrubber(secrets: readonly string[]): <Value>(value: Value) => Value {
  const forms = [...new Set(secrets.filter(({ length }) => length >= SHORTEST).flatMap(formsOf))];
  forms.sort((a, b) => b.length - a.length);
  const inText = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, SCRUBBED), text);
  const scrub = (value: unknown): unknown => {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map(scrub);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [inText(name), scrub(part)]));
  };
  return <Value>(value: Value) => (forms.length === 0 ? value : (scrub(value) as Value));
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret);
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replaceAll('%20', '+'),
    encoded.toLowerCase(),
    ...[0, 1, 2].flatMap((offset) => base64At(secret, offset)),
  ];
}

/**
 * Base64 of a text that starts at `offset` within a group of three bytes: only the part that does not depend on its
 * neighbours.
 */
function base64At(secret: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
  const own = whole.slice(offset === 0 ? 0 : 4);
  return own.length < SHORTEST ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}
