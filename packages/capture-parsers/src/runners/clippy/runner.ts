/**
 * `cargo clippy`: https://doc.rust-lang.org/clippy/usage.html. Its findings are rustc's diagnostics, in all of rustc's
 * formats, so that what stands here is only which commands and texts are clippy's.
 */
import { cargoSubcommand } from '../../command/cargo-command.js';
import type { Runner } from '../../runner.js';
import { splitAfter } from '../../runner.js';
import { readBuild } from '../cargo-check/runner.js';

export const clippy: Runner = {
  id: 'clippy',
  kind: 'lint',
  starts,
  signs:
    /^ *= (?:help|note): [^\n]{0,200}(?:rust-clippy|clippy::)|^warning: `[^`\n]{1,100}` \([^)\n]{1,100}\) generated \d+ warnings? \(run `cargo clippy|^\{"reason":"compiler-message"[^\n]{0,4000}"clippy::/m,
  read: (capture) => readBuild(capture, { runner: 'clippy', kind: 'lint', starts }),
  split: (text) => splitAfter(text, /^ +Finished .*$|^error: could not compile .*$/gm),
};

function starts(words: readonly string[]): boolean {
  return words[0] === 'cargo-clippy' || words[0] === 'clippy-driver' || cargoSubcommand(words)?.name === 'clippy';
}
