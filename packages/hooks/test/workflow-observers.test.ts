import { surroundingsOf } from '@flow/engine/places/surroundings';
import { describe, expect, test } from 'vitest';
import { project, STACKS, start } from './kit.js';
import { room } from './room.js';

const { recordStart, standingOf } = room;

const GO = STACKS.find(({ name }) => name === 'go')!;

/** A workflow of the project with one phase that ends with one check. */
const asks = (check: string) => `workflows:
  mine:
    define: { id: mine, title: Mine, version: 1, dials: {}, documents: {}, rules: [], phases: [{ id: only, title: Only, instruction: Do it., exit: [${check}] }] }
`;

function led(check: string, files: Record<string, string> = {}) {
  const repo = project(GO, { files: { ...GO.files, 'flow.config.yaml': asks(check), ...files }, branch: 'feature/x' });
  const it = start(repo);
  // The first event compiles what the base branch has.
  it.bash('git status');
  const around = () => surroundingsOf(repo.root, { environment: repo.environment, deadline: Date.now() + 60_000 })!;
  recordStart(around(), 'mine', 'feature/x', {});
  return { repo, it, at: () => standingOf(around())!.status.position };
}

const THING = { 'thing.sh': 'test ! -e broken\n' };

describe.skipIf(!GO.available)('what a workflow of the project asks for is observed', () => {
  test('a command counts when it was seen to pass on the present content', () => {
    const { repo, it, at } = led('{ check: command, command: sh thing.sh }', THING);
    expect(at()).toBe('only');
    expect(it.bash('sh other.sh || true').exit).toBe(0);
    expect(at()).toBe('only');
    repo.write('broken', '');
    expect(it.bash('sh thing.sh').exit).toBe(1);
    expect(at()).toBe('only');
    repo.git('clean', '-qfd');
    expect(it.bash('sh thing.sh || true').exit).toBe(0);
    expect(at()).toBe('only');
    expect(it.bash('sh thing.sh').exit).toBe(0);
    expect(at()).toBe('done');
    repo.write('thing.sh', 'true\n');
    expect(at()).toBe('only');
  });

  test('a fault is reproduced when its command was seen to fail, and stays so', () => {
    const { repo, it, at } = led('{ check: reproduced, command: sh thing.sh }', THING);
    expect(it.bash('sh thing.sh').exit).toBe(0);
    expect(at()).toBe('only');
    repo.write('broken', '');
    expect(it.bash('sh thing.sh').exit).toBe(1);
    expect(at()).toBe('done');
    repo.git('clean', '-qfd');
    expect(it.bash('sh thing.sh').exit).toBe(0);
    expect(at()).toBe('done');
  });

  test('coverage counts when a whole run that passed printed its total', () => {
    const { repo, it, at } = led('{ check: coverage, min: 80 }');
    expect(it.bash('go test ./...').exit).toBe(0);
    expect(at()).toBe('only');
    const told = it.bash('go test -cover ./...');
    expect(told.exit).toBe(0);
    expect(at()).toBe('done');
    repo.write(
      'more.go',
      'package cart\n\nfunc More(a int) int {\n\tif a > 1 {\n\t\treturn a\n\t}\n\tif a > 0 {\n\t\treturn 2\n\t}\n\treturn 3\n}\n',
    );
    expect(at()).toBe('only');
    expect(it.bash('go test -cover ./...').exit).toBe(0);
    expect(at()).toBe('only');
  });
});
