import type { FileLink, FileView } from '../../../contract/files.ts';
import type { Sending } from './sending.ts';

/** A file in a field's value. */
export type HeldFile = FileView | FileLink;

/** Uploads a file to its storage. */
export type Upload = (file: File, sending: Sending) => Promise<HeldFile>;
