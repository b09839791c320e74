import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { askGit } from '@flow/engine/places/git-hook';
import type { FileState } from '@flow/evidence/disk/file-state';
import type { Environment } from '@flow/evidence/fast';

/** A throw-away repository with one pushed commit, and on its branch `doctor` one that was neither pushed nor tested. */
export interface SampleProject {
  /** The folder that is thrown away. */
  place: string;
  directory: string;
  /** The bare repository that its remote is. */
  remote: string;
  /** The commit that was not pushed. */
  head: string | null;
}

const CODE = 'package doctor\n\nfunc One() int { return 1 }\n';
const CHANGED = 'package doctor\n\nfunc One() int { return 1 + 0 }\n';
const TEST =
  'package doctor\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Fatal()\n\t}\n}\n';

/** Neither templates, hooks nor signing of the person take part. */
const QUIET = ['core.hooksPath=/dev/null', 'user.name=doctor', 'user.email=doctor@localhost', 'commit.gpgSign=false'];

/**
 * Names the place of the project in the folder that is thrown away: its environment names the place before it is there.
 */
export function projectFolder(place: string): string {
  return join(place, 'project');
}

/** Makes the project, with the person's settings of the client; null where git cannot. */
export function makeSampleProject(
  place: string,
  settings: FileState | null,
  environment: Environment,
): SampleProject | null {
  const directory = projectFolder(place);
  const remote = join(place, 'remote.git');
  const git = (...words: string[]) =>
    askGit(directory, [...QUIET.flatMap((one) => ['-c', one]), ...words], environment);
  mkdirSync(join(directory, '.claude'), { recursive: true });
  if (settings) writeFileSync(join(directory, '.claude/settings.json'), settings.bytes);
  writeFileSync(join(directory, 'go.mod'), 'module example.org/doctor\n');
  writeFileSync(join(directory, 'a.go'), CODE);
  writeFileSync(join(directory, 'a_test.go'), TEST);
  const steps = [
    ['init', '-q', '--template=', '--bare', remote],
    ['init', '-q', '--template='],
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
    ['remote', 'add', 'origin', remote],
    ['add', '-A'],
    ['commit', '-q', '-m', 'Start'],
    ['push', '-q', 'origin', 'main'],
    ['checkout', '-q', '-b', 'doctor'],
  ];
  for (const step of steps) if (git(...step) === null) return null;
  writeFileSync(join(directory, 'a.go'), CHANGED);
  if (git('commit', '-q', '-a', '-m', 'Change') === null) return null;
  return { place, directory, remote, head: git('rev-parse', 'HEAD') };
}
