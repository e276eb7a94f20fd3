import { promisify } from 'node:util';
import zlib from 'node:zlib';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Buffer>;

const gunzip: Decompress = promisify(zlib.gunzip);
const inflate: Decompress = promisify(zlib.inflate);
const inflateRaw: Decompress = promisify(zlib.inflateRaw);

/** Some servers send the bare stream under the name `deflate`. */
const ZLIB_HEADER = 0x08;
const deflated: Decompress = (bytes, options) =>
  (bytes[0]! & 0x0f) === ZLIB_HEADER ? inflate(bytes, options) : inflateRaw(bytes, options);

const DECOMPRESS: Readonly<Record<string, Decompress | undefined>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: deflated,
  br: promisify(zlib.brotliDecompress),
};

/** A compressed body is damaged or incomplete. */
export class DamagedBody extends Error {}

/**
 * The text of a response body. Some servers compress although nobody has offered to read that.
 *
 * @param headers names in lower case
 * @throws DamagedBody
 * @throws Error with the code `ERR_BUFFER_TOO_LARGE` if it has more than `maxBytes` once decompressed
 */
export async function responseText(
  body: ArrayBuffer,
  headers: Readonly<Record<string, string>>,
  maxBytes: number,
): Promise<string> {
  let bytes: Uint8Array = new Uint8Array(body);
  const encodings = (headers['content-encoding'] ?? '').toLowerCase().split(',');
  for (const encoding of encodings.reverse()) {
    const decompress = DECOMPRESS[encoding.trim()];
    if (decompress && bytes.length > 0)
      bytes = await decompress(bytes, { maxOutputLength: maxBytes }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ERR_BUFFER_TOO_LARGE' ? error : new DamagedBody();
      });
  }
  return decoderFor(headers['content-type']).decode(bytes);
}

/** Older systems answer in other encodings than UTF-8, and say so. */
function decoderFor(contentType = ''): Pick<InstanceType<typeof TextDecoder>, 'decode'> {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder(); // an encoding that nobody knows
  }
}
