import { emitRead, setContent } from '../disk/paths.js';
import { baseName, HOLE, isKnown, type Scope } from '../state.js';
import { join } from '../text/below-folder.js';
import { findOperands, findOptions, values } from '../text/command-options.js';
import { archiveOf } from '../writers/archive-names.js';
import { act, type GitCall, has, isDryRun, listed, whole, write } from './git-call.js';
import { archiveNames } from './output.js';
import { leftOut } from './sparse.js';
import { checkout, clean, move, patch, stash } from './work-tree.js';

/** Options with a value that is no path of the work tree, by verb. */
const VALUED: Readonly<Record<string, string>> = {
  restore: '-s --source --pathspec-from-file -U --conflict',
  checkout: '--conflict --pathspec-from-file -b -B --orphan -U',
  stash: '-m --message --pathspec-from-file',
  clean: '-e --exclude',
  apply: '-p --directory --exclude --include -C --whitespace --build-fake-ancestor',
  am: '-p --directory --exclude --include -C --whitespace --patch-format',
  archive: '-o --output --format --prefix --remote --exec --add-file --add-virtual-file',
  'checkout-index': '--prefix --stage',
  'merge-file': '-L',
  worktree: '-b -B --reason',
  clone:
    '-b --branch -o --origin --depth --reference --template -c --config --filter -j --separate-git-dir -u --bundle-uri',
  init: '--template --separate-git-dir -b --initial-branch --object-format',
  config: '-f --file --blob --type --default --comment --value',
  submodule: '-b --branch --name --reference --depth -j',
  'format-patch': '-o --output-directory --stdout --start-number --subject-prefix -v',
  bundle: '--version',
  'credential-store': '--file',
  rm: '--pathspec-from-file',
  mv: '',
};

/** Reports the files that a git command is told to change. Which ones a merge changes follows from content: not here. */
export function gitWrites(verb: string, words: readonly string[], { session, shell, frame }: Scope): void {
  const dashes = words.indexOf('--');
  const valued = (VALUED[verb] ?? '').split(' ');
  const call: GitCall = {
    verb,
    words,
    operands: findOperands(words, valued),
    options: findOptions(words, valued),
    afterDashes: dashes < 0 ? undefined : words.slice(dashes + 1),
    by: `git ${verb}`,
    session,
    shell,
    frame,
  };
  writeOutputs(call);
  if (Object.hasOwn(VERBS, verb)) VERBS[verb]?.(call);
}

/** Options by which many verbs print into a file. */
function writeOutputs(call: GitCall): void {
  for (const path of values(call.words, ['--output', '--export-marks', '--log-file'])) write(call, path, 'exact');
  if (/^(?:archive|bugreport|diagnose)$/.test(call.verb)) {
    for (const path of values(call.words, ['-o', '--output-directory']))
      write(call, path, call.verb === 'archive' ? 'exact' : 'into');
  }
  if (call.verb === 'format-patch' && !call.words.includes('--stdout')) {
    const [place = '.'] = values(call.words, ['-o', '--output-directory']);
    write(call, join(place, `0001-${HOLE}.patch`), 'exact');
  }
}

const VERBS: Readonly<Record<string, (call: GitCall) => void>> = {
  checkout,
  restore(call) {
    const isIndexOnly =
      has(call, /^(?:--staged|-[a-zA-Z]*S[a-zA-Z]*)$/) && !has(call, /^(?:--worktree|-[a-zA-Z]*W[a-zA-Z]*)$/);
    if (isIndexOnly) return;
    act(call, [...call.operands, ...listed(call)], has(call, /^(?:-s|--source)/));
  },
  rm(call) {
    if (!has(call, /^--cached$/) && !isDryRun(call, 'frq'))
      act(call, [...call.operands, ...listed(call)], false, 'delete');
  },
  mv: move,
  clean,
  stash,
  reset(call) {
    if (has(call, /^--(?:hard|merge|keep)$/)) whole(call);
  },
  apply: patch,
  am(call) {
    if (!has(call, /^--(?:abort|quit|skip|show-current-patch)/)) patch(call);
  },
  worktree(call) {
    const [action, path, target] = call.operands;
    if (action === 'add' && path !== undefined) write(call, path, 'into');
    if (action === 'remove' && path !== undefined) write(call, path, 'tree', 'delete');
    if (action === 'move' && path !== undefined) write(call, path, 'tree', 'move');
    if (action === 'move' && target !== undefined) write(call, target, 'tree');
  },
  clone(call) {
    const [from = '', to] = call.operands;
    write(call, to ?? baseName(from.replace(/\/+$/, '')).replace(/\.git$/, ''), 'into');
  },
  init(call) {
    const [folder] = call.operands;
    // What is there, with its hooks, goes to that place.
    if (values(call.words, ['--separate-git-dir']).length > 0) write(call, join(folder ?? '.', '.git'), 'tree', 'move');
    if (folder !== undefined) write(call, folder, 'into');
    // A template's hooks are put into a repository that is there.
    const byEnvironment = call.shell.variables.get('GIT_TEMPLATE_DIR');
    if (has(call, /^--template(?:=.|$)/) || (byEnvironment?.exported === true && byEnvironment.value !== ''))
      write(call, join(folder ?? '.', '.git/hooks'), 'into');
  },
  'checkout-index'(call) {
    const prefix = values(call.words, ['--prefix'])[0] ?? '';
    const lines = call.words.includes('--stdin') ? (call.frame.input?.rest ?? HOLE).split('\n') : [];
    for (const path of [...call.operands, ...lines]) if (path !== '') write(call, prefix + path, 'exact');
    if (!has(call, /^(?:-[a-z]*a[a-z]*|--all)$/)) return;
    if (prefix === '') whole(call);
    else write(call, prefix, 'into');
  },
  // What stands in the index under a name is put there by the next checkout.
  'update-index'(call) {
    for (const [at, word] of call.words.entries()) {
      if (word !== '--cacheinfo') continue;
      const [first = '', , third = ''] = call.words.slice(at + 1);
      const path = first.includes(',') ? first.split(',').slice(2).join(',') : third;
      if (path !== '' && isKnown(path)) write(call, path, 'exact');
    }
    const lines = call.words.includes('--index-info') ? (call.frame.input?.rest ?? '').split(/[\n\0]/) : [];
    for (const line of lines) {
      const path = line.slice(line.indexOf('\t') + 1);
      if (path !== '' && path !== line && isKnown(path)) write(call, path, 'exact');
    }
  },
  'read-tree'(call) {
    if (has(call, /^-[a-z]*u/)) whole(call);
  },
  'sparse-checkout'(call) {
    const [action = '', ...kept] = call.operands;
    if (!/^(?:set|add|reapply|disable|init)$/.test(action)) return;
    whole(call);
    const isCone = !call.words.includes('--no-cone');
    if (action === 'set' || action === 'init')
      for (const path of leftOut(kept, isCone, call.session, call.shell)) write(call, path, 'exact', 'delete');
  },
  switch(call) {
    if (has(call, /^(?:--discard-changes|-f|--force)$/)) whole(call);
  },
  revert: replay,
  'cherry-pick': replay,
  'merge-file'(call) {
    if (!has(call, /^(?:-p|--stdout)$/) && call.operands[0] !== undefined) write(call, call.operands[0], 'exact');
  },
  config(call) {
    const file = values(call.words, ['-f', '--file'])[0];
    const isRead = has(call, /^(?:--get.*|-l|--list)$/) || /^(?:get|list)$/.test(call.operands[0] ?? '');
    const isEdit = has(call, /^(?:-e|--edit)$/) || call.operands[0] === 'edit';
    if (file !== undefined && !isRead && (isEdit || call.operands.length > 1 || has(call, /^--(?:unset|rem|ren)/)))
      write(call, file, 'exact');
    else if (isEdit) write(call, has(call, /^--global$/) ? '~/.gitconfig' : '.git/config', 'exact');
  },
  mailinfo(call) {
    for (const path of call.operands) write(call, path, 'exact');
  },
  bundle(call) {
    if (call.operands[0] === 'create') write(call, call.operands[1] ?? HOLE, 'exact');
  },
  submodule(call) {
    const [action, from = '', to] = call.operands;
    if (action === 'add') write(call, to ?? baseName(from).replace(/\.git$/, ''), 'into');
    if (action === 'deinit') for (const path of call.operands.slice(1)) write(call, path, 'tree', 'delete');
  },
  credential(call) {
    if (/^(?:approve|store|reject|erase)$/.test(call.operands[0] ?? '')) write(call, '~/.git-credentials', 'exact');
  },
  'credential-store'(call) {
    if (call.operands.some((word) => /^(?:store|erase)$/.test(word)))
      write(call, values(call.words, ['--file'])[0] ?? '~/.git-credentials', 'exact');
  },
  lfs(call) {
    if (/^(?:install|uninstall)$/.test(call.operands[0] ?? '')) write(call, '.git/hooks', 'into');
  },
  archive(call) {
    const [file] = values(call.words, ['-o', '--output']);
    const names = file === undefined ? undefined : archiveNames(call.words, call.session, call.shell);
    if (file !== undefined && names !== undefined) setContent(call.session, call.shell, file, archiveOf(names));
  },
  diff(call) {
    if (call.words.includes('--no-index'))
      for (const path of call.operands) emitRead(call.session, call.shell, path, 'git diff', 'tree');
  },
};

function replay(call: GitCall): void {
  if (!has(call, /^--(?:abort|quit|skip|continue)$/)) whole(call);
}
