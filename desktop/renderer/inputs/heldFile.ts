import type { FileLink, FileView } from '../../../contract/files.ts';
import type { Sending } from './sending.ts';

/** What a field holds of a file. */
export type HeldFile = FileView | FileLink;

/** How a file gets to where it is kept. */
export type Upload = (file: File, sending: Sending) => Promise<HeldFile>;
