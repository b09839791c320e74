// `npx -y pnpm@12 address [owner/name]`: where this repository lives, in the one place that says so (`repository` of the
// root's package.json), copied into every public package, as registries read each alone, and into what people copy.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDRESSED, addressed, manifests, nameOf, root } from './release/manifests.mjs';

const [name] = process.argv.slice(2);
if (name !== undefined && !/^[\w.-]+\/[\w.-]+$/.test(name)) {
  console.error(`Not an owner and a name: ${name}`);
  process.exit(2);
}
const write = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
const file = path.join(root, 'package.json');
const own = JSON.parse(readFileSync(file, 'utf8'));
const before = nameOf(own.repository.url);
if (name !== undefined) {
  own.repository = { type: 'git', url: `git+https://github.com/${name}.git` };
  write(file, own);
}
for (const { folder, manifest } of manifests())
  write(path.join(folder, 'package.json'), addressed(manifest, own.repository.url, path.basename(folder)));
// What people read knows no variable.
for (const text of ADDRESSED.map((one) => path.join(root, one)))
  writeFileSync(text, readFileSync(text, 'utf8').replaceAll(before, nameOf(own.repository.url)));
console.log(own.repository.url);
