import { isAtHost } from '../../../contract/files.ts';
import type { OwnDocuments } from './ownDocuments.ts';
import { NotGranted } from '../host.ts';
import type { Text } from '../text.ts';
import type { Upload } from './heldFile.ts';

/** An upload to the drive failed; the message is for the person. */
export class DriveRefusal extends Error {}

/** Uploads files to the person's own drive, but none that the field would refuse. */
export const driveUpload =
  (own: OwnDocuments, hosts: readonly string[], text: Text): Upload =>
  async (file, sending) => {
    const host = await own.driveHost().catch((error: unknown) => {
      throw error instanceof NotGranted ? new DriveRefusal(text('input.file.noDrive')) : error;
    });
    if (!isAtHost(`https://${host}/`, hosts))
      throw new DriveRefusal(text('input.file.wrongHost', { hosts: hosts.join(', ') }));
    return own.putIntoDrive(file, sending);
  };
