export type Report = (error: unknown) => void;

/** The default sink for errors: a process warning. */
export const warn: Report = (error) => process.emitWarning(error instanceof Error ? error : String(error));

/**
 * Calls a callback that other code supplied. Its error goes to `report`; if `report` throws, both become warnings.
 * Never throws.
 */
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
