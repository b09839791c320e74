import { expect, test } from 'vitest';
import { effectsIn } from '../../test/kit.js';

const FILES = { 'src/app.ts': '', 'develop/a/gate-shape.approved': '' };
/** What a line may write in the project. */
const writes = (command: string) =>
  effectsIn(command, FILES).flatMap((one) => {
    const place = one.kind === 'write' ? one.path : one.kind === 'opaque' ? one.pattern : undefined;
    return place?.startsWith('/home/dev/project/') ? [place] : [];
  });
const python = (code: string, before = '') =>
  writes(`${before}python3 - <<'E'\nimport os, tempfile\nfrom pathlib import Path\n${code}\nE`);
const node = (code: string, before = '') =>
  writes(`${before}node - <<'E'\nconst fs = require('fs'), path = require('path'), os = require('os');\n${code}\nE`);

test.each([
  "with tempfile.TemporaryDirectory() as d:\n    p = Path(d) / 'src/app.ts'\n    p.parent.mkdir(parents=True, exist_ok=True)\n    p.write_text('x')",
  "with tempfile.TemporaryDirectory(prefix='t-') as d:\n    open(os.path.join(d, 'src/app.ts'), 'w').write('x')",
  "d = tempfile.mkdtemp()\nopen(f'{d}/src/app.ts', 'w').write('x')",
  "t = Path(tempfile.mkdtemp())\np = t / 'src' / 'app.ts'\np.write_text('x')",
  "from tempfile import TemporaryDirectory\nwith TemporaryDirectory() as t:\n    t = Path(t)\n    (t / 'src' / 'app.ts').write_text('x')",
  "os.chdir(tempfile.mkdtemp())\nopen('src/app.ts', 'w').write('x')",
])('C29 C72 what Python writes in a temporary folder of its own is not written in the project: %j', (code) =>
  expect(python(code)).toEqual([]),
);

test.each<[code: string, before?: string]>([
  ["with tempfile.TemporaryDirectory() as d:\n    pass\nopen('src/app.ts', 'w').write('x')"],
  ["with tempfile.TemporaryDirectory(dir='.') as d:\n    p = Path(d) / 'src/app.ts'\n    p.write_text('x')"],
  ["with tempfile.TemporaryDirectory() as d:\n    d = '.'\n    open(os.path.join(d, 'src/app.ts'), 'w').write('x')"],
  ["d = tempfile.mkdtemp()\nd = '.'\nopen(os.path.join(d, 'src/app.ts'), 'w').write('x')"],
  ["d = tempfile.mkdtemp()\nopen(f'{d}/../../home/dev/project/src/app.ts', 'w').write('x')"],
  ["t = Path(tempfile.mkdtemp())\nt = Path('.')\n(t / 'src/app.ts').write_text('x')"],
  ["from tempfile import gettempdir as mkdtemp\nt = mkdtemp()\nopen(f'{t}/../src/app.ts', 'w').write('x')"],
  ["d = tempfile.mkdtemp()\nd, _ = '.', 1\nopen(f'{d}/src/app.ts', 'w').write('x')"],
  ["d = tempfile.mkdtemp()\n(d, _) = ('.', 1)\nopen(f'{d}/src/app.ts', 'w').write('x')"],
  ["class Path(str): pass\nt = Path(tempfile.mkdtemp())\nopen('src/app.ts', 'w').write('x')"],
  ["tempfile.tempdir = '/home/dev/project'\nd = tempfile.mkdtemp()\nopen(f'{d}/../src/app.ts', 'w').write('x')"],
  ["d = tempfile.mkdtemp()\nopen(f'{d}/../src/app.ts', 'w').write('x')", 'TMPDIR=/home/dev/project '],
])('C29 a folder that is none of its own, or a way out of it, is still seen in Python: %j', (code, before) =>
  expect(python(code, before)).not.toEqual([]),
);

test('C29 C72 so it is in Node', () => {
  const made = "const d = fs.mkdtempSync(path.join(os.tmpdir(), 'x-'));\n";
  const write = "fs.writeFileSync(path.join(d, 'src/app.ts'), 'x');";
  expect(node(made + write)).toEqual([]);
  expect(node(`${made}fs.writeFileSync('src/app.ts', 'x');`)).not.toEqual([]);
  expect(node(`${made}fs.writeFileSync(path.join(d, '../../home/dev/project/src/app.ts'), 'x');`)).not.toEqual([]);
  const other = "const p = require('path'); const d = fs.mkdtempSync(p.join(os.tmpdir(), 'x-'));\n";
  expect(node(`${other}fs.writeFileSync(p.join(d, 'src/app.ts'), 'x');`)).toEqual([]);
  expect(node(`const d = fs.mkdtempSync('/tmp/x-');\n${write}`)).toEqual([]);
  expect(node(`const d = fs.mkdtempSync(process.cwd() + '/x-');\n${write}`)).not.toEqual([]);
  expect(node(`os.tmpdir = () => '.';\n${made}${write}`)).not.toEqual([]);
});
