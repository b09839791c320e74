/*
 * What a test opens is closed behind it, and a file of tests leaves the process as it found it: the next file runs in the
 * same one (`isolate: false`), as a process and a load of the sources for each file is a tenth of a suite's time. A kit is
 * loaded once for all files, so hooks of its own would stand behind the tests of the first alone: `set-up.ts` runs for each.
 */

const open: (() => unknown)[] = [];

/** Has something closed behind the test that runs. */
export function closeAfterTest(close: () => unknown): void {
  open.push(close);
}

/** Closes what tests have opened, the last first; each is tried, and the first failure is thrown. */
export async function closeAll(): Promise<void> {
  const failures: unknown[] = [];
  for (let close = open.pop(); close; close = open.pop()) {
    try {
      await close();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Returns a question for what has become of the process since: its folder, and variables by their names. */
export function watchProcess(): () => string[] {
  const folder = process.cwd();
  const before = { ...process.env };
  return () => [
    ...(process.cwd() === folder ? [] : ['the folder']),
    ...[...new Set([...Object.keys(before), ...Object.keys(process.env)])].filter(
      (name) => before[name] !== process.env[name],
    ),
  ];
}
