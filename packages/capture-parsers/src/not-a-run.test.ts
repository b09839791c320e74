import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casesOf } from '../test/cases.js';
import { allGreen, parse } from './everything.js';

/** Outputs of green runs, at most three a tool. */
const outputs = readdirSync(join(import.meta.dirname, '../fixtures')).flatMap((runner) =>
  casesOf('fixtures', [runner])
    .filter(({ input }) => allGreen(parse(input)))
    .slice(0, 3)
    .map(({ input }) => input.output),
);

test('D22 D27 there are green outputs of most tools', () => {
  expect(outputs.length).toBeGreaterThan(60);
});

/** Commands that start no run, whatever the text that they show. */
const COMMANDS = [
  'cat logs/x.log',
  'cat ./test-output.txt',
  'head -50 out.log',
  'tail -20 out.log',
  'less out.log',
  'sed -n 1,40p out.log',
  "awk '{print}' out.log",
  'grep passed out.log',
  'rg passed .',
  'git show HEAD:out.log',
  'git log -p -1',
  'git diff',
  'git stash pop',
  'curl -s https://ci.example.com/log',
  'gh run view 123 --log',
  'docker logs app',
  'kubectl logs pod/x',
  'journalctl -u x',
  'python3 print_results.py',
  'python3 -c "print(open(\'x\').read())"',
  'node print.js',
  'node -e "console.log(1)"',
  'perl show.pl',
  'ruby show.rb',
  'java -jar x.jar',
  'echo done',
  "printf '%s' x",
  'jq . report.json',
  'xmllint --format junit.xml',
  'ls -la',
  'pip install pytest',
  'pip show pytest',
  'npm install jest',
  'npm ci',
  'npm view vitest',
  'npm ls mocha',
  'cargo add nextest',
  'cargo install cargo-nextest',
  'go install gotest.tools/gotestsum@latest',
  'go get example.com/x',
  'go version',
  'go env',
  'go doc testing',
  'pytest --version',
  'pytest --help',
  'jest --version',
  'vitest --version',
  'mocha --version',
  'cargo --version',
  'eslint --version',
  'tsc --version',
  'ruff --version',
  'mypy --version',
  'rspec --version',
  'mvn --version',
  'which pytest',
  'man pytest',
  'vim pytest.ini',
  'cp out.log pytest.log',
  'mv a jest.log',
  './show-log.sh',
  'bash show.sh',
  'cat pytest.log && echo ok',
  'cat go-test.json | jq .',
  'less +F vitest.log',
  'diff old.log new.log',
  'tee out.log',
  "find . -name '*.test.js'",
  'wc -l test.log',
  'history',
  'fc -l',
  'ssh ci cat build.log',
  'aws s3 cp s3://x/log -',
  'type out.log',
  'Get-Content out.log',
  'cat <<EOF',
  'xargs -a list cat',
  'make --version',
  'make -n test',
  'npm run',
  'npm help test',
  'cargo test --help',
  'go help test',
  'npx --help',
  'nl out.log',
  'strings core',
  'column -t out.log',
  'watch cat out.log',
];

test.each(COMMANDS)('D22 D27 %s proves nothing, whatever it prints', (command) => {
  for (const output of outputs) expect(allGreen(parse({ command, output, exitCode: 0 }))).toBe(false);
});
