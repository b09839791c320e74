// `npx -y pnpm@12 packages [--write]`: packs every public package as it would be published and looks each tarball
// through; sizes are held to the table of docs/packages.md, which --write writes anew.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifests, repositoryUrl } from './release/manifests.mjs';
import { rowsOf, sizeFaults, TABLE, weightFaults, writeSizes } from './release/sizes.mjs';
import { inspect, pack } from './release/tarball.mjs';

const area = mkdtempSync(path.join(tmpdir(), 'flow-pack-'));
process.on('exit', () => rmSync(area, { recursive: true, force: true }));
const packages = manifests().map(({ folder }) =>
  inspect(pack(folder, path.join(area, 'tarballs')), area, repositoryUrl()),
);
for (const { name, faults } of packages)
  console.log([`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`, ...faults].join('\n  '));
if (process.argv.includes('--write')) writeSizes(packages);
const sizes = sizeFaults(rowsOf(readFileSync(TABLE, 'utf8')), packages);
for (const fault of sizes) console.log(`FAILED ${fault} (\`npx -y pnpm@12 packages --write\` writes the table)`);
const weights = weightFaults(packages);
for (const fault of weights) console.log(`FAILED ${fault}`);
process.exitCode = sizes.length + weights.length > 0 || packages.some(({ faults }) => faults.length > 0) ? 1 : 0;
