import type { ProgramFile } from '../program.js';
import { values } from '../text/command-options.js';
import { type WriterCall, write } from '../writers/call.js';

/** Ansible runs modules and keeps encrypted files. */
export const ansible: ProgramFile = {
  ansible: {
    wraps: { code: '-a --args', valued: '-m -i -c -u -e -l -f -M --module-name --inventory', skip: 99 },
    writer: reportModules,
  },
  'ansible-vault create, ansible-vault edit': {
    stores: { targets: 'each', valued: '--vault-password-file --vault-id' },
  },
  'ansible-vault rekey': {
    stores: { targets: 'each', valued: '--vault-password-file --vault-id --new-vault-password-file' },
  },
  'ansible-vault encrypt': { stores: { targets: 'each', valued: '--vault-password-file --vault-id', out: '--output' } },
  'ansible-vault decrypt': {
    stores: {
      targets: 'each',
      valued: '--vault-password-file --vault-id',
      out: '--output',
      unless: /^--output[=]-$/,
    },
  },
};

/** Modules of ansible that are run ad hoc and change files. */
function reportModules(call: WriterCall): void {
  for (const text of values(call.words, ['-a', '--args']))
    for (const match of text.matchAll(/\b(?:dest|path|name)=(?:"([^"]+)"|'([^']+)'|(\S+))/g))
      write(call, match[1] ?? match[2] ?? match[3] ?? '', 'tree');
}
