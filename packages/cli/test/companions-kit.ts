import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TempRepo } from '@flow/test-kit';
import { program } from './kit.js';

/**
 * Puts a `claude` on `PATH` that writes each of its commands into `said`, and keeps what was added in `has`; of all
 * companions it cannot add `sequential-thinking`. Returns the environment.
 */
export function withClaude(repo: TempRepo, name = 'claude'): { PATH: string } {
  const [said, has] = ['said', 'has'].map((file) => path.join(repo.area, file));
  for (const file of [said!, has!]) writeFileSync(file, '');
  const bin = path.join(repo.area, 'client-bin');
  program(
    path.join(bin, name),
    `#!/bin/sh
echo "$*" >> '${said}'
case "$*" in
  'plugin list') cat '${has}' ;;
  'mcp get '*) grep -qx "$3" '${has}' ;;
  'plugin install '*) echo "$3" >> '${has}' ;;
  *' sequential-thinking -- '*) echo 'the registry said no' >&2; exit 3 ;;
  *'mcp add --scope user '*) echo "$5" >> '${has}' ;;
  'mcp add '*) echo "$3" >> '${has}' ;;
esac
`,
  );
  return { PATH: `${bin}${path.delimiter}${repo.environment.PATH}` };
}
