import type { FileView } from '@flow/core';
import { PythonHeirs } from './python-heirs.js';
import type { RedRunner } from './runner.js';
import { hashText, type TestBody, testBodies } from './test-bodies.js';

/** A body is one test of a file; without a path the file is one piece. */
export type Body = Pick<TestBody, 'hash'> & { path: string[] | null };

/**
 * Reads the tests that files of one suite have in one content: those that stand in them, and those that their classes
 * inherit.
 */
export class Bodies {
  readonly #view: FileView;
  readonly #runner: Pick<RedRunner, 'language' | 'collects'>;
  readonly #heirs: PythonHeirs | undefined;

  constructor(view: FileView, root: string, runner: Pick<RedRunner, 'language' | 'collects'>) {
    this.#view = view;
    this.#runner = runner;
    this.#heirs = runner.language === 'python' ? new PythonHeirs(view, root) : undefined;
  }

  of(file: string): Body[] {
    const text = this.#view.read(file);
    if (text === undefined) return [];
    const own = testBodies(text, this.#runner.language);
    if (!own) return [{ path: null, hash: hashText(text) }];
    if (!this.#heirs) return own;
    const { inherited, mixins } = this.#heirs.testsOf(file, (name) => this.#runner.collects?.test(name) ?? false);
    return [...own.filter(({ path }) => path.length !== 2 || !mixins.includes(path[0]!)), ...inherited];
  }

  /** Files whose tests change with these, as their classes inherit from one in them. */
  heirsOf(files: readonly string[]): string[] {
    return this.#heirs?.heirsOf(files.filter((file) => file.endsWith('.py'))) ?? [];
  }
}
