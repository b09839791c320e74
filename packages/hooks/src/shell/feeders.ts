import { LIMITS } from './parse.js';
import { contentOf } from './paths.js';
import { findFiles } from './search.js';
import { baseName, type Frame, HOLE, type Result, resolvePath, type Session, type Shell } from './state.js';
import { join, weaken } from './walk.js';
import { under } from './wrappers.js';

/** `xargs` and `parallel`: the inner command with the words that come in. */
export function runXargs(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result {
  const program = baseName(argv[0] as string);
  const inner: Frame = { ...under(frame, program), exit: weaken(frame.exit), input: { rest: '' } };
  let replaced: string | undefined = program === 'parallel' ? '{}' : undefined;
  let separator = /\s+/;
  let one = program === 'parallel';
  let input = frame.input?.rest ?? HOLE;
  const words = argv.slice(1);
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') {
      at++;
      break;
    }
    if (!word.startsWith('-') || word === '-') break;
    if (/^-I./.test(word)) replaced = word.slice(2);
    else if (word === '-I') replaced = words[++at] ?? '{}';
    else if (word === '-i' || word.startsWith('--replace'))
      replaced = word.includes('=') ? word.slice(word.indexOf('=') + 1) : '{}';
    else if (word === '-0' || word === '--null') separator = /\n|\0/;
    else if (word === '-d') {
      separator = /\n/;
      at++;
    } else if (word === '-a' || word === '--arg-file') input = contentOf(session, shell, words[++at] ?? '') ?? HOLE;
    else if (/^-[nLPsEj]$/.test(word)) {
      if (word === '-n' || word === '-L') one = words[at + 1] === '1';
      at++;
    } else if (/^-[nL]1$/.test(word)) one = true;
  }
  let template = words.slice(at);
  if (program === 'parallel') {
    const list = template.findIndex((word) => word === ':::' || word === '::::');
    if (list >= 0) {
      input = template.slice(list + 1).join('\n');
      template = template.slice(0, list);
    }
    if (!template.some((word) => word.includes('{}'))) template.push('{}');
    separator = /\n/;
  }
  if (template.length === 0) template = program === 'xargs' ? ['echo'] : [];
  const items = replaced !== undefined ? input.split('\n').map((line) => line.trim()) : unquote(input).split(separator);
  const values = items.filter((item) => item !== '').slice(0, LIMITS.iterations);
  if (input.includes(HOLE) && !values.includes(HOLE)) values.push(HOLE);
  let output = '';
  if (replaced === undefined && !one) return session.run([...template, ...values], shell.clone(), inner);
  for (const value of values) {
    const filled =
      replaced === undefined
        ? [...template, value]
        : template.map((word) => word.replaceAll(replaced as string, value));
    const result =
      program === 'parallel'
        ? session.code(filled.join(' '), shell.clone(), inner)
        : session.run(filled, shell.clone(), inner);
    output = join(output, result.output);
  }
  return { output, status: undefined };
}

/** xargs takes quotes and backslashes away. */
function unquote(text: string): string {
  return text.replace(/['"]/g, '').replace(/\\(.)/g, '$1');
}

const MAX_FOUND = 300;

/** `find … -exec`, `-delete`, `fd -x`: the file found is unknown but for its root and name. */
export function runFind(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const isFd = baseName(argv[0] as string).startsWith('fd');
  const roots: string[] = [];
  for (const word of argv.slice(1)) {
    if (/^(?:-[HLP]|-O\d|-D)$/.test(word)) continue;
    if (word.startsWith('-') || word === '(' || word === '!') break;
    roots.push(word);
  }
  const nameAt = argv.findIndex((word) => /^-(?:i?name|i?path|i?wholename)$/.test(word));
  const name = nameAt < 0 || isFd ? '' : (argv[nameAt + 1] ?? '');
  const isPath = /path|wholename/.test(argv[nameAt] ?? '');
  const holes = (text: string) => text.replace(/[*?]+|\[[^\]]*\]/g, HOLE);
  const isUsed = argv.some((word) => /^-(?:delete|exec|execdir|ok|okdir)$/.test(word));
  const onDisk = isFd || !isUsed ? undefined : findFiles(argv.slice(1), session, shell);
  const shapes = (isFd ? [HOLE] : roots.length === 0 ? ['.'] : roots).map((root) =>
    isPath ? holes(name) : name === '' ? `${root}${HOLE}` : `${root}/${HOLE}${holes(name)}`,
  );
  const found = onDisk === undefined || onDisk.length === 0 ? shapes : onDisk.slice(0, MAX_FOUND);
  let isActive = false;
  for (let at = 1; at < argv.length; at++) {
    const word = argv[at] as string;
    if (word === '-delete' && !isFd) {
      isActive = true;
      session.run(['rm', '-f', '--', ...found], shell.clone(), under(frame, 'find -delete'));
    } else if (/^-f(?:print0?|printf|ls)$/.test(word)) {
      session.run(['tee', argv[at + 1] ?? HOLE], shell.clone(), { ...under(frame, 'find'), exit: 'hidden' });
    }
    const isExec = isFd ? /^(?:-x|-X|--exec|--exec-batch)$/.test(word) : /^-(?:exec|execdir|ok|okdir)$/.test(word);
    if (!isExec) continue;
    isActive = true;
    const end = argv.findIndex((one, index) => index > at && (one === ';' || (one === '+' && !isFd)));
    const template = argv.slice(at + 1, end < 0 ? undefined : end);
    if (isFd && !template.some((one) => one.includes('{}'))) template.push('{}');
    const child = shell.clone();
    const inner: Frame = { ...under(frame, `find ${word}`), exit: 'hidden', certain: false };
    if (argv[end] === '+') {
      session.run(
        template.flatMap((one) => (one === '{}' ? found : [one])),
        child,
        inner,
      );
    } else {
      for (const path of found) {
        if (word.endsWith('dir'))
          child.cwd = resolvePath(path.slice(0, path.lastIndexOf('/') + 1) || '.', shell, session.context.home);
        const named = word.endsWith('dir') ? `./${baseName(path)}` : path;
        session.run(
          template.map((one) => one.replaceAll('{}', named)),
          child,
          inner,
        );
      }
    }
    at = end < 0 ? argv.length : end;
  }
  return isActive ? { output: HOLE, status: undefined } : undefined;
}
