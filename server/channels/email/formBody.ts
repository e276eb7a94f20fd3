import { Writable, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ProblemError } from '../../foundation/errors.ts';
import { RESPONSE_LIMITS } from './responseLimits.ts';

type IsLink = (token: string | null) => Promise<boolean>;

const tooLarge = (): ProblemError =>
  new ProblemError(
    'payload_too_large',
    'This form is larger than can be taken. Shorten your answers, or use the web client.',
  );

const formIn = (pieces: readonly Buffer[]): URLSearchParams => new URLSearchParams(Buffer.concat(pieces).toString());

/**
 * Reads a form. Anybody may send a small body; more is read only if it starts with a valid link token, as our pages
 * send it.
 * @throws ProblemError `payload_too_large`
 */
export async function readFormBody(body: Readable, isLink: IsLink): Promise<URLSearchParams> {
  const { bytesOfStrangers, bodyBytes, values } = RESPONSE_LIMITS;
  const pieces: Buffer[] = [];
  let size = 0;
  let most: number = bytesOfStrangers;

  async function take(piece: Buffer): Promise<void> {
    pieces.push(piece);
    size += piece.length;
    if (size > most && most < bodyBytes && (await isLink(formIn(pieces).get('token')))) most = bodyBytes;
    if (size > most) throw tooLarge();
  }

  const taking = new Writable({ write: (piece: Buffer, _encoding, done) => void take(piece).then(() => done(), done) });
  body.once('error', (error) => taking.destroy(error));
  await finished(body.pipe(taking)).catch((error: unknown) => {
    body.resume(); // the unread rest must not hold the connection
    throw error;
  });
  const form = formIn(pieces);
  if (form.size > values) throw tooLarge();
  return form;
}
