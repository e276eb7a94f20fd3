type Close = () => Promise<void>;

const closing: Close[] = [];

/** Closes something shared by all test files of a process after the last of them. */
export const closeAtEnd = (close: Close): void => void closing.push(close);

/** Called once by the root hooks. */
export async function closeShared(): Promise<void> {
  for (const close of closing.splice(0)) await close();
}
