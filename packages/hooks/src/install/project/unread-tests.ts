import { type FileView, isWithin } from '@flow/core';

/** A command as `suites` of the configuration names it. */
export interface NamedTests {
  /** Folder relative to the repository's root, `.` for the root. */
  root: string;
  /** What a person types there; its exit code is all that is known of it. */
  command: string;
}

interface Way {
  /** Path of a file relative to the folder. */
  file: RegExp;
  /** What its text has to hold. @default anything */
  holds?: RegExp;
  /** `$1` is the first group of `file`. */
  command: string;
}

/** The project's own word first, then the tools. A command that only runs what was built builds it before. */
const WAYS: readonly Way[] = [
  { file: /^(?:GNU)?[Mm]akefile$/, holds: /^test\s*:(?!=)/m, command: 'make test' },
  { file: /^\.?[Jj]ustfile$/, holds: /^@?test\b[^\n=]*:(?!=)/m, command: 'just test' },
  { file: /^[Tt]askfile\.ya?ml$/, holds: /^ {2}test:/m, command: 'task test' },
  { file: /^deno\.jsonc?$/, holds: /"tasks"[^}]*"test"\s*:/, command: 'deno task test' },
  { file: /^deno\.jsonc?$/, command: 'deno test' },
  { file: /^composer\.json$/, holds: /"scripts"[^}]*"test"\s*:/, command: 'composer test' },
  { file: /^phpunit\.xml(?:\.dist)?$/, command: 'vendor/bin/phpunit' },
  { file: /^mix\.exs$/, command: 'mix test' },
  { file: /^gradlew$/, command: './gradlew test' },
  { file: /^build\.gradle(?:\.kts)?$/, command: 'gradle test' },
  { file: /^build\.sbt$/, command: 'sbt test' },
  { file: /^bin\/rails$/, command: 'bin/rails test' },
  { file: /^Rakefile$/, holds: /TestTask/, command: 'rake test' },
  { file: /^[^/]+\.(?:sln|slnx|csproj|fsproj)$/, command: 'dotnet test' },
  { file: /^Package\.swift$/, command: 'swift test' },
  { file: /^pubspec\.yaml$/, holds: /^\s+flutter:/m, command: 'flutter test' },
  { file: /^pubspec\.yaml$/, command: 'dart test' },
  { file: /^dune-project$/, command: 'dune test' },
  { file: /^stack\.yaml$/, command: 'stack test' },
  { file: /^[^/]+\.cabal$/, command: 'cabal test' },
  { file: /^project\.clj$/, command: 'lein test' },
  { file: /^build\.zig$/, command: 'zig build test' },
  { file: /^meson\.build$/, holds: /\btest\s*\(/, command: 'meson test -C build' },
  {
    file: /^CMakeLists\.txt$/,
    holds: /^\s*(?:enable_testing|include\s*\(\s*CTest)\b/im,
    command: 'cmake -B build && cmake --build build && ctest --test-dir build',
  },
  { file: /^t\/.+\.t$/, command: 'prove -lr t' },
  { file: /^(tests?|spec)\/(?:.+\/)?[^/]+\.bats$/, command: 'bats -r $1' },
];

/**
 * Finds tests that no preset reads, so that only a person can have a push ask for them: by the files of tools, at the root
 * where nothing else is known, else in its other folders.
 * @param known folders that have a stack
 */
export function unreadTests(view: FileView, known: readonly string[]): NamedTests[] {
  if (known.includes('.')) return [];
  const ofRoot = known.length === 0 ? commandAt('.', view) : null;
  if (ofRoot !== null) return [{ root: '.', command: ofRoot }];
  const folders = new Set(view.paths.flatMap((path) => /^[^/]+(?=\/)/.exec(path) ?? []));
  return [...folders]
    .filter((folder) => !known.some((root) => isWithin(root, folder)))
    .flatMap((root) => {
      const command = commandAt(root, view);
      return command === null ? [] : [{ root, command }];
    });
}

function commandAt(root: string, view: FileView): string | null {
  const front = root === '.' ? '' : `${root}/`;
  const inside = view.paths.filter((path) => path.startsWith(front)).map((path) => path.slice(front.length));
  for (const { file, holds, command } of WAYS) {
    const path = inside.find((name) => file.test(name) && (!holds || holds.test(view.read(front + name) ?? '')));
    if (path !== undefined) return command.replace('$1', file.exec(path)?.[1] ?? '');
  }
  return null;
}
