/**
 * `cargo check`, `cargo build` and rustc itself: https://doc.rust-lang.org/cargo/commands/cargo-check.html,
 * https://doc.rust-lang.org/rustc/command-line-arguments.html
 */

import { Collector } from '../../collect.js';
import { cargoSubcommand, ownBuild } from '../../command/cargo-command.js';
import { type Diagnosis, readRustc } from '../../formats/rustc.js';
import { judgeInspection } from '../../inspect.js';
import type { Report } from '../../report.js';
import type { Capture, Runner } from '../../runner.js';
import { splitAfter } from '../../runner.js';

const COMMANDS = new Set(['check', 'c', 'build', 'b', 'doc', 'd', 'rustc', 'rustdoc', 'fix']);

export const cargoCheck: Runner = {
  id: 'cargo-check',
  kind: 'build',
  starts,
  signs:
    /^error\[E\d{4}\]: |^error: could not compile `|^ {4}Finished (?:`[a-z]|(?:dev|release) \[)|^ +Checking \S+ v\d|^\{"reason":"(?:compiler-message|build-finished)"/m,
  read: (capture) => readBuild(capture, { runner: 'cargo-check', kind: 'build', starts }),
  split: (text) => splitAfter(text, /^ +Finished .*$|^error: could not compile .*$/gm),
  // Tests, clippy and nextest print the same when they build.
  generic: true,
};

function starts(words: readonly string[]): boolean {
  return words[0] === 'rustc' || COMMANDS.has(cargoSubcommand(words)?.name ?? '');
}

/** Of cargo's errors without a place those that say that it did not get as far as compiling. */
const UNREADY =
  /^(?:could not find|failed to (?:parse|load|read|get|select|resolve|download)|no (?:such (?:command|subcommand)|(?:bin|lib|test|example|bench|library) target)|package ID|unexpected argument|unrecognized|the (?:option|lock file|package)|Found argument|invalid|toolchain|component|'cargo-clippy' is not installed|manifest path|multiple |cannot )|is not installed for the toolchain|does not (?:contain|have) (?:this|these) feature/;

interface Kind {
  readonly runner: string;
  readonly kind: 'lint' | 'build';
  readonly starts: Runner['starts'];
}

/** Reads a build's diagnostics. It is well when cargo says `Finished`, or is silent and ends with 0. */
export function readBuild(capture: Capture, { runner, kind, starts }: Kind): Report {
  const collected = new Collector(capture.input.root);
  const found = readRustc(ownBuild(capture, starts), collected);
  for (const message of found.loose) collected.addProblem({ message });
  const { words, view } = capture.invocation;
  const endsEarly = view === 'head' || (capture.cut !== undefined && capture.cut !== 'head');
  // A library that fails twice, once for its tests, is counted twice by the closing lines.
  const { error } = collected.found;
  // What has no place is among those that the closing lines count.
  const errors = error ? error + found.loose.length : Math.max(found.errors, found.loose.length);
  return judgeInspection(
    {
      runner,
      kind,
      collected,
      totals: { errors: errors || (found.failed ? 1 : 0), warnings: found.warnings },
      broke: broke(found, collected),
      closing: found.finished ? 'proof' : endsEarly ? 'none' : 'with-exit',
      nothingRan: words.some((word) => /^(?:--help|-h|--version|-V|--list|--fix-only|--explain)$/.test(word)),
      doubts: found.failed && capture.invocation.exitCode === 0 ? ['exit-contradicts'] : [],
    },
    capture,
  );
}

/** Cargo gave up before anything was compiled. */
function broke({ loose, failed }: Diagnosis, collected: Collector): boolean {
  return !failed && collected.found.error === 0 && loose.some((message) => UNREADY.test(message));
}
