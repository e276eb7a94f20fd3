import { RECOVERY_MS, type Survived } from './chaos.ts';

/** One line per kind of disturbance: what was done, what must hold, what was seen. */
export function tableOf(survived: readonly Survived[]): string {
  const bound = `nothing acknowledged lost, all gone on within ${RECOVERY_MS / 1000} s`;
  const rows = [...new Set(survived.map(({ fault }) => fault))].map((fault) => {
    const times = survived.filter((each) => each.fault === fault);
    const sum = (count: (each: Survived) => number) => times.reduce((all, each) => all + count(each), 0);
    const slowest = Math.max(...times.map(({ recoveryMs }) => recoveryMs));
    return [
      times.length > 1 ? `${fault}, ${times.length} times` : fault,
      bound,
      `${sum(({ acknowledged }) => acknowledged)} acknowledged, ${sum(({ unknown }) => unknown)} sent again, gone on after ${slowest} ms`,
    ];
  });
  return inColumns([['fault', 'bound', 'measured'], ...rows]);
}

/** Rows of texts as columns of equal width. */
export function inColumns(rows: readonly string[][]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
