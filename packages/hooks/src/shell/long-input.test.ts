import { expect, test } from 'vitest';
import { analyze, type ShellContext } from './index.js';

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

const LENGTH = 40_000;
/** Milliseconds of the processor's time: reading that grows with the square of the length takes several times as long. */
const MOST = 1_500;

test.each(['\n', ' ', '\t', ';', '(', '[', '"x" '])('fuzzing: %j over and over is read in time', (piece) => {
  for (const [before, after] of READERS) {
    const started = process.cpuUsage();
    analyze(before + piece.repeat(LENGTH / piece.length) + after, context);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000, before).toBeLessThan(MOST);
  }
});
