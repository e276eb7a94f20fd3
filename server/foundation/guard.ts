export type Report = (error: unknown) => void;

/** Calls what others handed in. Its error goes to `report`, and what `report` throws to the console: the caller goes on. */
export function guarded(task: () => void, report: Report): void {
  try {
    task();
  } catch (error) {
    try {
      report(error);
    } catch (second) {
      console.error(error, second);
    }
  }
}
