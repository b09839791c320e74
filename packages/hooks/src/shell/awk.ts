import { emitWrite } from './paths.js';
import { baseName, type Frame, HOLE, type Result, type Session, type Shell } from './state.js';
import { under } from './wrappers.js';

/** `awk '… system("…") … > "file"'`. */
export function runAwk(argv: readonly string[], session: Session, shell: Shell, frame: Frame): Result | undefined {
  const program = baseName(argv[0] ?? '');
  if (!/^(?:[gmn]?awk|busybox)$/.test(program)) return undefined;
  let at = 1;
  for (; at < argv.length && argv[at]?.startsWith('-'); at++) {
    if (/^-[vFfi]$/.test(argv[at] as string)) at++;
  }
  const code = argv[at] ?? '';
  if (/inplace/.test(argv.slice(0, at).join(' ')))
    for (const file of argv.slice(at + 1)) emitWrite(session, shell, 'write', file, 'awk -i inplace');
  const inner: Frame = { ...under(frame, 'awk'), exit: 'hidden', certain: false, input: { rest: '' } };
  for (const match of code.matchAll(
    /system\s*\(\s*"((?:[^"\\]|\\.)*)"\s*\)|\|&?\s*"((?:[^"\\]|\\.)*)"|"((?:[^"\\]|\\.)*)"\s*\|&?\s*getline/g,
  )) {
    session.code((match[1] ?? match[2] ?? match[3] ?? '').replace(/\\(.)/g, '$1'), shell.clone(), inner, 'guess');
  }
  for (const match of code.matchAll(/>{1,2}\s*"((?:[^"\\]|\\.)*)"/g))
    emitWrite(session, shell, 'write', (match[1] ?? '').replace(/\\(.)/g, '$1'), 'awk');
  if (/system\s*\(\s*[^"\s)]/.test(code))
    session.effects.push({
      kind: 'opaque',
      what: 'execution',
      text: code.slice(0, 200),
      reason: 'awk runs something that is made at run time',
    });
  return { output: HOLE, status: undefined };
}
