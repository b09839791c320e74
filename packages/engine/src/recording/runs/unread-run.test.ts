import { effectsOf } from '@flow/shell-effects';
import { expect, test } from 'vitest';
import { unreadRun } from './unread-run.js';

const read = (command: string) =>
  unreadRun(effectsOf(command, { cwd: '/r', home: '/h', env: {}, readFile: () => undefined }))?.args.why;

test('U18: a command that runs tests and is not read is told apart from one that does not', () => {
  for (const command of [
    ...[
      'tox',
      'tox -e py312',
      'nox -s tests',
      'hatch test',
      './gradlew test',
      'gradle :app:testDebugUnitTest',
      './mvnw verify',
    ],
    ...[
      'mix test',
      'dotnet test',
      'swift test',
      'bun test',
      'bazel test //...',
      'ctest --output-on-failure',
      'rake',
      'just test',
    ],
  ])
    expect([command, read(command)]).toEqual([command, 'output']);
  for (const command of [
    ...[
      'docker compose run --rm app pytest',
      'docker compose exec app pytest -q',
      'docker run -v .:/app image npm test',
    ],
    ...[
      'docker-compose run app bundle exec rspec',
      'podman exec app tox',
      'kubectl exec pod -- pytest',
      'ssh host "cd app && pytest"',
    ],
  ])
    expect([command, read(command)]).toEqual([command, 'elsewhere']);
  for (const command of [
    ...[
      'git status',
      'docker compose up -d',
      'docker ps',
      'gradle assemble',
      'dotnet build',
      'bun install',
      'just build',
      'mix deps.get',
    ],
    ...['flow-hooks exec -- ./gradlew test', 'npx flow-hooks exec -- tox'],
    ...['ssh host uptime', 'bazel build //...', 'kubectl get pods', 'echo tox', 'docker compose run --rm app migrate'],
  ])
    expect([command, read(command)]).toEqual([command, undefined]);
});
