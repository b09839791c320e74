import { type Frame, HOLE, type Scope, under } from '../state.js';

/** Commands that git is told to run for itself. */
export function runNested(verb: string, words: readonly string[], { session, shell, frame }: Scope): void {
  const inner = (name: string): Frame => ({ ...under(frame, name), exit: 'hidden', certain: false });
  const code: string[] = [];
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? '';
    if (verb === 'rebase' && /^(?:-[a-zA-Z]*x|--exec)$/.test(word)) code.push(next);
    if (verb === 'rebase' && /^(?:-x.|--exec=)/.test(word)) code.push(word.replace(/^(?:-x|--exec=)/, ''));
    if (verb === 'difftool' && (word === '-x' || word === '--extcmd')) code.push(next);
    if (verb === 'difftool' && word.startsWith('--extcmd=')) code.push(word.slice(9));
    if (verb === 'grep' && /^(?:-O.|--open-files-in-pager=)/.test(word))
      code.push(word.replace(/^(?:-O|--open-files-in-pager=)/, ''));
    if (verb === 'filter-branch' && /^--(?:\w+-filter|setup)$/.test(word)) code.push(next);
    if (verb === 'send-email' && /^--(?:sendmail|to|cc|header)-cmd(?:=|$)|^--smtp-server(?:=|$)/.test(word))
      code.push(word.includes('=') ? word.slice(word.indexOf('=') + 1) : next);
    if (verb === 'shell' && word === '-c') code.push(next);
    if (verb === 'instaweb' && /^--(?:httpd|browser)=/.test(word)) code.push(word.slice(word.indexOf('=') + 1));
    if (/^(?:fetch|pull|clone|ls-remote|archive)$/.test(verb)) {
      if (/^--(?:upload-pack|exec)=/.test(word)) code.push(word.slice(word.indexOf('=') + 1));
      if (/^(?:--upload-pack|-u)$/.test(word)) code.push(next);
      if (word.startsWith('ext::')) session.run(transportWords(word.slice(5)), shell.clone(), inner('git ext::'));
    }
  }
  if (verb === 'submodule' && words.includes('foreach')) {
    const rest = words.slice(words.indexOf('foreach') + 1).filter((word) => word !== '--recursive');
    const child = shell.clone();
    child.cwd = undefined;
    session.code(rest.join(' '), child, inner('git submodule foreach'), 'guess');
  }
  if (verb === 'bisect' && words[0] === 'run') session.run(words.slice(1), shell.clone(), inner('git bisect run'));
  if (verb === 'for-each-repo') {
    const rest = words.filter((word, at) => !word.startsWith('--') && words[at - 1] !== '--config');
    session.run(['git', ...rest], shell.clone(), inner('git for-each-repo'));
  }
  for (const one of code) if (one !== '') session.code(one, shell.clone(), inner(`git ${verb}`), 'guess');
}

/** Returns the words of git-remote-ext(1): blanks part them, `% ` is a blank, `%s` the service that is asked for. */
function transportWords(text: string): string[] {
  return text
    .split(/(?<!%) +/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/%(.)/g, (_all, kind) => (kind === 's' ? HOLE : kind === 'S' ? `git-${HOLE}` : kind)));
}
