import { Collector } from '../../collect.js';
import type { TestState } from '../../report.js';

/** A test as some line tells of it. */
export interface Named {
  readonly name: string;
  readonly state: TestState;
  readonly message?: string;
}

/** Collects what one output tells of tests and files: by their names, and by the marks of their progress. */
export class Results {
  readonly collected = new Collector();
  /** How many marks of each kind there were. */
  readonly marked = { passed: 0, failed: 0, skipped: 0, errors: 0, xfailed: 0, xpassed: 0 };
  /** Files behind whose name a mark tells of a failure. */
  readonly redFiles = new Set<string>();

  /** The marks of `test_a.py ..Fs`; with -q they stand without their file. */
  addMarks(file: string | undefined, marks: string): void {
    for (const mark of marks) {
      if (mark === '.') this.marked.passed++;
      else if (mark === 'F') this.marked.failed++;
      else if (mark === 'E') this.marked.errors++;
      else if (mark === 's') this.marked.skipped++;
      else if (mark === 'x') this.marked.xfailed++;
      else if (mark === 'X') this.marked.xpassed++;
    }
    if (file === undefined) return;
    const red = /[FEu]/.test(marks);
    if (red) this.redFiles.add(file);
    this.addFile(file, red ? 'failed' : /[.xX]/.test(marks) ? 'passed' : 'skipped');
  }

  addFile(name: string, state: 'passed' | 'failed' | 'skipped'): void {
    const known = this.collected.files.get(name);
    if (!known || known.state === 'skipped' || state === 'failed') this.collected.addFile({ name, state });
  }

  addTest({ name: given, state, message }: Named): void {
    // Before 4.0 an instance stood between a class and its test, in some places.
    const name = given.replaceAll('::()::', '::');
    const file = name.slice(0, name.indexOf('::'));
    this.collected.add({ name, file, state, ...(message === undefined ? {} : { message }) });
    const red = state === 'failed' || state === 'error';
    this.addFile(file, red ? 'failed' : state === 'skipped' ? 'skipped' : 'passed');
  }
}
