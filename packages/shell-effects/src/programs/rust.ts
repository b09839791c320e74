import { posix } from 'node:path';
import { speculate } from '../bash/speculate.js';
import { contentOf } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type Call, isKnown, type Session, type Shell, under } from '../state.js';
import { inToml } from '../tasks/task-finders.js';
import { namedTask, type TaskTool, taskAfter } from '../tasks/task-tool.js';
import { readToml, type TomlEntry } from '../tasks/toml.js';

const CARGO_MAKE: TaskTool = { pick: namedTask, files: ['Makefile.toml'], find: inToml(/^tasks\./) };

/** Tools of Rust build, format, keep dependencies, and run tasks. */
export const rust: ProgramFile = {
  'rustup run': { wraps: { skip: 1 } },
  'cargo watch': {
    wraps: { code: '-s --shell', valued: '-x -w -i -d -E -C --exec --watch --ignore --delay', hides: true },
  },
  rustc: { writes: { out: '-o', into: '--out-dir' } },
  'cargo build': { writes: { into: '--target-dir --out-dir' } },
  rustfmt: { writes: { targets: 'each', unless: /^--(?:check|emit.*)$/, valued: '--edition --config-path' } },
  'cargo fmt': {
    writes: { otherwise: '.', targets: 'first', unless: /^--check$/, reach: 'into', valued: '-p --package' },
  },
  'cargo fix': { writes: { own: './', unless: /^--help$/ } },
  'cargo clippy': { writes: { own: './', when: /^--fix$/ } },
  'cargo add, cargo remove': { writes: { own: 'Cargo.toml Cargo.lock' } },
  'cargo update': { writes: { own: 'Cargo.lock', unless: /^(?:-n|--dry-run)$/ } },
  'cargo login, cargo logout': { stores: { own: '~/.cargo/credentials.toml' } },
  'cargo-release': {
    publishes: [{ when: /^/, needs: /(?:^|\s)(?:-\w*x\w*|--execute)(?:\s|$)/, unless: /--no-push\b/ }],
  },
  'cargo-smart-release': {
    publishes: [{ when: /^/, needs: /(?:^|\s)(?:-\w*e\w*|--execute)(?:\s|$)/, unless: /--no-push\b/ }],
  },
  'cargo-workspaces': {
    publishes: [{ when: /^(?:publish|version)\b/, unless: /--(?:no-git-push|no-git-commit|dry-run)\b/ }],
  },
  cargo: {
    notes(call) {
      runCargoAlias(call);
      runCargoPrograms(call);
    },
    tasks: [{ pick: taskAfter('make'), files: ['Makefile.toml'], find: inToml(/^tasks\./) }],
    sources: cargoFiles,
  },
  'cargo-make, makers': { tasks: [CARGO_MAKE] },
};

/** `cargo run`, `cargo xtask`: the sources where they usually lie. */
function cargoFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  const [verb = ''] = words.filter((word) => !/^[-+]/.test(word));
  const value = (option: RegExp) => {
    const at = words.findIndex((word) => option.test(word));
    return at < 0 ? '' : (words[at + 1] ?? '');
  };
  const part =
    verb === 'xtask'
      ? 'xtask'
      : words.some((word) => /^(?:-p|--package)$/.test(word))
        ? value(/^(?:-p|--package)$/)
        : '';
  if (/^(?:b|build|c|check|clippy|t|test|bench|doc|install|rustc)$/.test(verb)) {
    const folder = value(/^--(?:manifest-)?path$/).replace(/Cargo\.toml$/, '');
    const test = value(/^--test$/);
    return [posix.join(folder, 'build.rs'), ...(test === '' ? [] : [posix.join(folder, `tests/${test}.rs`)])];
  }
  if (verb !== 'run' && verb !== 'r' && verb !== 'xtask') return [];
  const beside = value(/^--manifest-path$/).replace(/Cargo\.toml$/, '');
  const binary = words.includes('--bin') ? value(/^--bin$/) : '';
  const example = words.includes('--example') ? value(/^--example$/) : '';
  if (example !== '') return [`${beside}examples/${example}.rs`];
  const roots = part === '' ? [beside] : [`${beside}${part}/`, `${beside}crates/${part}/`];
  // A manifest may say where its programs lie.
  const named = roots.flatMap((root) =>
    [...(contentOf(session, shell, `${root}Cargo.toml`) ?? '').matchAll(/^[ \t]*path\s*=\s*"([^"\n]+\.rs)"/gm)].map(
      (match) => `${root}${match[1]}`,
    ),
  );
  const built = roots.map((root) => `${root}build.rs`);
  const usual = roots.flatMap((root) =>
    binary === '' ? [`${root}src/main.rs`] : [`${root}src/bin/${binary}.rs`, `${root}src/bin/${binary}/main.rs`],
  );
  return [...usual, ...named.slice(0, 8), ...built];
}

/** Returns a project's cargo configuration. */
function cargoSettings(session: Session, shell: Shell): readonly TomlEntry[] {
  const text = contentOf(session, shell, '.cargo/config.toml') ?? contentOf(session, shell, '.cargo/config');
  return isKnown(text) ? readToml(text) : [];
}

/** Settings of cargo that name what it starts to build, link or run. */
const CARGO_PROGRAM =
  /^(?:target\..+\.(?:runner|linker)|build\.(?:rustc|rustdoc|rustc-wrapper|rustc-workspace-wrapper)|credential-alias\..+)(?:\.\d+)?$/;

/** Runs what the configuration or `--config` has cargo start beside the compiler. */
function runCargoPrograms({ argv, session, shell, frame }: Call): void {
  if (!/^(?:b|build|c|check|clippy|d|doc|r|run|t|test|bench|nextest|rustc|install)$/.test(argv[1] ?? '')) return;
  const given = argv.flatMap((word, at) => (word === '--config' ? [argv[at + 1] ?? ''] : []));
  const told = argv.flatMap((word) => (word.startsWith('--config=') ? [word.slice('--config='.length)] : []));
  const entries = [...cargoSettings(session, shell), ...[...given, ...told].flatMap((text) => readToml(text))];
  const programs = new Map<string, string[]>();
  for (const [path, value] of entries) {
    if (!CARGO_PROGRAM.test(path)) continue;
    const name = path.replace(/\.\d+$/, '');
    programs.set(name, [...(programs.get(name) ?? []), ...(path === name ? value.split(/\s+/) : [value])]);
  }
  for (const words of programs.values())
    speculate(session, () => session.run(words, shell.external(), under(frame, 'cargo configuration')));
}

/** `runCargoAlias` carries out an `[alias]` of a project's cargo configuration. */
function runCargoAlias({ argv, session, shell, frame }: Call): void {
  const name = argv[1] ?? '';
  if (!/^[\w-]+$/.test(name) || frame.via.includes('cargo alias')) return;
  const entries = cargoSettings(session, shell);
  const own = entries.filter(([path]) => path === `alias.${name}` || path.startsWith(`alias.${name}.`));
  const words = own.flatMap(([path, value]) => (path === `alias.${name}` ? value.split(/\s+/) : [value]));
  if (words.length > 0)
    speculate(session, () =>
      session.run(['cargo', ...words, ...argv.slice(2)], shell.external(), under(frame, 'cargo alias')),
    );
}
