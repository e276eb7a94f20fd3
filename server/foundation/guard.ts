export type Report = (error: unknown) => void;

/** Where errors go that nobody was named for: a warning of the process. */
export const warn: Report = (error) => process.emitWarning(error instanceof Error ? error : String(error));

/** Calls what others handed in. Its error goes to `report`, and what `report` throws becomes a warning: the caller goes on. */
export function guarded(task: () => void, report: Report): void {
  try {
    task();
  } catch (error) {
    try {
      report(error);
    } catch (second) {
      warn(error);
      warn(second);
    }
  }
}
