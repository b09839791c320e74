import { behindFile, oneFileEach, withoutFile } from '../one-file.js';
import type { RedRunner } from '../runner.js';

/** RSpec through its JSON, whose titles are joined by blanks. */
export const rspec: RedRunner = {
  language: 'ruby',
  nameOf: (place, names) => behindFile(place, names, ' '),
  jobs(tests, { root }, paths, { reportFile }) {
    const isBundled = paths.includes(root === '.' ? 'Gemfile.lock' : `${root}/Gemfile.lock`);
    const call = [...(isBundled ? ['bundle', 'exec'] : []), 'rspec', '--format', 'json', '--out', reportFile];
    return oneFileEach(tests, root, (file) => [...call, file]);
  },
  bareNames: withoutFile,
};
