// The closing line of CI: all suites of this run added up. A suite that left no total has failed.
import { readFileSync } from 'node:fs';

const total = { passed: 0, failed: 0, skipped: 0 };
const left = { tests: 0, files: 0 };
for (const suite of process.argv.slice(2)) {
  try {
    const one = JSON.parse(readFileSync(new URL(`../.cache/totals/${suite}.json`, import.meta.url), 'utf8'));
    // What is missing on a bare machine is there for the other suites.
    if (suite === 'bare') one.skipped = 0;
    for (const key of Object.keys(total)) total[key] += one[key];
    for (const key of Object.keys(left)) left[key] += one.left?.[key].length ?? 0;
    for (const name of one.names ?? []) console.log(`${suite} failed: ${name}`);
  } catch {
    console.log(`failed: ${suite} left no total`);
    total.failed++;
  }
}
console.log(`left to the jobs of GitHub (CONTRIBUTING.md): ${left.files} files, and ${left.tests} tests of others`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
