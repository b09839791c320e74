import { runOfMany } from '@flow/engine/recording/runs/of-many';
import { effectsOf } from '@flow/shell-effects';
import { describe, expect, test } from 'vitest';
import { cli, repository, STACKS, start } from './kit.js';

/* What is run in a member of a repository with several packages proves that member, and the whole only where it is run. */

const WEB = {
  'package.json': '{ "scripts": { "types": "tsc", "near": "cd lib && tsc", "all": "npm --prefix web run types" } }',
  'tsconfig.json': '{ "include": ["web", "lib"] }',
  'eslint.config.js': '',
  'web/package.json': '{ "scripts": { "types": "tsc --noEmit", "lint": "eslint ." } }',
  'web/tsconfig.json': '{}',
  'lib/package.json': '{}',
  'lib/Makefile': 'types:\n\ttsc --noEmit\n',
  'rust/Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
  'rust/crates/a/Cargo.toml': '[package]\nname = "a"\n',
  'one/Cargo.toml': '[package]\nname = "one"\n',
  'one/src/lib.rs': '',
  'java/pom.xml': '<project><modules><module>a</module></modules></project>',
  'java/a/pom.xml': '<project/>',
};

describe('D29 a run in a member', () => {
  test('of all members at once is recorded for none, which is said once, with where their commands are', () => {
    const repo = repository({ files: { 'package.json': '{ "scripts": { "test": "pnpm -r test" } }' } });
    const it = start(repo);
    expect(it.bash('pnpm test').told.join()).toMatch(/`pnpm -r test` mixes the output of several packages/);
    expect(it.bash('pnpm test').told).toEqual([]);
    const analysed = (command: string) =>
      runOfMany(effectsOf(command, { cwd: '/r', home: '/h', readFile: () => undefined }));
    for (const command of [
      'npx turbo run test',
      'nx run-many -t lint,test',
      'npm run lint -ws',
      'nx affected --target=test',
    ])
      expect(analysed(command), command).toMatchObject({ code: 'RUN_OF_MANY' });
    for (const command of [
      'pnpm -r build',
      'pnpm install -r',
      'turbo run build',
      'npm test',
      'go test ./...',
      'npm ls -ws',
    ])
      expect(analysed(command), command).toBeNull();
  });

  test('proves the whole only where its words, or a script of the whole, say so', () => {
    const repo = repository({ files: WEB });
    const chosen = (command: string) => {
      const { testRuns } = JSON.parse(cli(repo, ['explain', '--json', command]).stdout);
      return testRuns.map(
        (run: { suite: string; selection: { kind: string } }) => `${run.suite} ${run.selection.kind}`,
      );
    };
    const table: [command: string, run: string][] = [
      ['npm run types', 'tsc:. whole'],
      ['npm run types -w web', 'tsc:. unknown'],
      ['cd web && npm run types', 'tsc:. unknown'],
      ['npm run all', 'tsc:. unknown'],
      ['make -C lib types', 'tsc:. unknown'],
      ['npm run lint -w web', 'eslint:. units'],
      ['cd rust && cargo test', 'cargo:rust whole'],
      ['cd rust/crates/a && cargo test', 'cargo:rust unknown'],
      ['cd rust/crates/a && cargo test --workspace', 'cargo:rust whole'],
      ['cd one/src && cargo test', 'cargo:one whole'],
      ['cd java && mvn test', 'maven:java whole'],
      ['cd java/a && mvn test', 'maven:java unknown'],
    ];
    expect(table.map(([command]) => [command, ...chosen(command)])).toEqual(table);
  });

  test.skipIf(!STACKS.find(({ name }) => name === 'cargo')?.available)(
    'leaves what another member broke unproven',
    () => {
      const member = (name: string) => ({
        [`crates/${name}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "0.1.0"\nedition = "2021"\n`,
        [`crates/${name}/src/lib.rs`]: '#[test]\nfn holds() { assert!(true); }\n',
      });
      const files = {
        'Cargo.toml': '[workspace]\nresolver = "2"\nmembers = ["crates/*"]\n',
        '.gitignore': 'target\nCargo.lock\n',
      };
      const repo = repository({ files: { ...files, ...member('a'), ...member('b') } });
      const it = start(repo);
      it.bash("sed -i 's/true/false/' crates/b/src/lib.rs && git commit -qam broken");
      expect(it.bash('cd crates/a && cargo test --offline').exit).toBe(0);
      expect(it.bash('git push origin HEAD').refused).toMatch(/of cargo:\. .*Run `cargo test`/s);
    },
  );
});
