type Close = () => Promise<void>;

const closing: Close[] = [];

/** Something that all test files of a process share is closed when the last of them is done. */
export const closeAtEnd = (close: Close): void => void closing.push(close);

/** Called once by the root hooks. */
export async function closeShared(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}
