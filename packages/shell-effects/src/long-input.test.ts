import { expect, test } from 'vitest';
import { effectsOf, type ShellContext } from './index.js';

const context: ShellContext = { cwd: '/r', home: '/h', readFile: () => undefined, listDirectory: () => [] };

/** Programs that are handed code or patterns, each of which is read in a way of its own. */
const READERS: readonly [before: string, after: string][] = [
  ["python3 -c '", "'"],
  ["node -e '", "'"],
  ["perl -e '", "'"],
  ["ruby -e '", "'"],
  ["php -r '", "'"],
  ["awk '{print ", "}' f"],
  ["sed '", "' f"],
  ["sqlite3 a.db '", "'"],
  ["psql -c '", "'"],
  ["tclsh <<< '", "'"],
  ["curl -K - <<'EOF'\n", '\nEOF'],
  ["sh -c '", "'"],
  ["eval '", "'"],
  ["make -f - <<'EOF'\n", '\nEOF'],
  ["patch -p1 <<'EOF'\n", '\nEOF'],
  ["gdb -ex '", "'"],
  ["vim -c '", "' f"],
  ["xargs -I{} sh -c '", "'"],
  ["find . -name '", "'"],
  ["Rscript -e '", "'"],
  ["cat > a.sh <<'EOF'\n", '\nEOF\nbash a.sh'],
  ["cat > a.py <<'EOF'\n", '\nEOF\npython a.py'],
  ["cat > Makefile <<'EOF'\n", '\nEOF\nmake x'],
  ["cat > justfile <<'EOF'\n", '\nEOF\njust x'],
];

const LENGTH = 10_000;
/** What is read in less says nothing of how it grows: the clock of the processor's time and the compiler are coarser. */
const FLOOR = 25;

/** Milliseconds of the processor's time, the least of several readings: one may pay for the compiler and for clearing memory. */
function cost(command: string, readings = 1): number {
  const each = Array.from({ length: readings }, () => {
    const started = process.cpuUsage();
    effectsOf(command, context);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1_000;
  });
  return Math.min(...each);
}

test.each(['\n', '\r', ' ', '\t', ';', '(', '[', '/*', '"x" '])(
  'fuzzing: %j over and over is read in time',
  (piece) => {
    for (const [before, after] of READERS) {
      const text = (length: number) => before + piece.repeat(length / piece.length) + after;
      // Four times the text: about four times the work where reading grows with its length, sixteen where with the square of it.
      const most = 10 * Math.max(cost(text(LENGTH)), FLOOR);
      const long = cost(text(LENGTH * 4));
      expect(long < most ? long : cost(text(LENGTH * 4), 3), before).toBeLessThan(most);
    }
  },
);

test.each([
  ['make t', 'a0 := xx', (at: number) => `a${at + 1} := $(a${at})$(a${at})`, 't:\n\tgit $(a40)'],
  ['just t', 'a0 := "xx"', (at: number) => `a${at + 1} := a${at} + a${at}`, 't:\n  git {{a40}}'],
])('fuzzing: values that double each other fill no memory: %s', (command, first, doubled, task) => {
  const text = [first, ...Array.from({ length: 40 }, (_, at) => doubled(at)), task, ''].join('\n');
  const { effects } = effectsOf(command, { ...context, readFile: () => text });
  expect(effects).toContainEqual(expect.objectContaining({ kind: 'opaque', what: 'execution' }));
});
