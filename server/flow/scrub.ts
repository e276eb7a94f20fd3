/** What stands where a secret stood. */
const SCRUBBED = '[secret]';
/** Shorter ones stand in too many texts that have nothing to do with them. */
const SHORTEST = 4;

/**
 * Takes secrets out of whatever another server has said: as they are, and as JSON, addresses and Base64 write them.
 * Values are copied, names of fields are scrubbed too.
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

/** Base64 of a text that begins `offset` bytes into a group of three: only what does not depend on its neighbours. */
function base64At(secret: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString('base64');
  const own = whole.slice(offset === 0 ? 0 : 4);
  return own.length < SHORTEST ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
}
