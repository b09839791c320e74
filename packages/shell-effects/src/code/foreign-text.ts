import { speculate } from '../bash/speculate.js';
import type { Frame, Scope } from '../state.js';

const TEXTUAL =
  /(?<![\w.-])((?:git|gh|jj|sl|hub|glab)[ \t]+[^\n"'`;|&)\]}]*\b(?:push|send-pack|merge|sync)\b[^\n"'`;|&)\]}]*)/g;
const LISTED =
  /(["'])git\1((?:\)?\s*[,.(]?\s*(?:\{\s*)?(?:args?|arguments)?\s*[([{:=,]*\s*(?:vec!|c(?=\())?[([&{]*\s*(?:"[^"\n]{0,60}"|'[^'\n]{0,60}')){1,6})/g;
/** `exec.Command("git", args...)`, `…, append(words, more)...)`, and a list somewhere that begins with the verb. */
const SPREAD = /"git"\s*,\s*(?:\w+|append\([^;\n]{1,200}\))\.\.\./;
const VERB_LIST = /[[({]\s*"(push|send-pack)"((?:\s*,\s*"[^"\n]{0,60}"){0,6})/g;
const COMMENT = /^\s*(?:#(?!!)|\/\/(?!go:)|--|;|\*|"\s)/;
const SHOWN =
  /\b(?:e?print(?:ln|f)?!?|cat(?=\()|writeLines|assert\w*!?|echo|puts|say|log|warn|info|error|Write-Host|Write-Output|message|description|summary|help|desc|fmt\.Print\w*)(?!\w)\s*[(:=]?\s*(?:[\w.]+(?:\(\w*\))?\s*,\s*)*["'`]?[^"'`]*$/i;

/** RSpec's stand-in for a call: what it is to be called with is only compared. */
const EXPECTED = /\b(?:receive|have_received)\(:\w+\)(?:\.\w+)*\.with\(\s*["'][^"']*$/;

/** `TASK` matches Ant's `<exec executable="git"><arg line="push"/></exec>`, and `<arg value="push"/>`. */
const TASK = /<exec\s[^<>]*\bexecutable="git"[^<>]*>\s*<arg\s+(?:line|value)="(?:push|send-pack)\b/;

/** Steps of fastlane that push. */
const LANE_STEP = /^[ \t]*(?:push_to_git_remote|push_git_tags)\b/m;

/** Pushes that a text in some language shows outside of its comments and of what it prints. */
export function runForeignText(text: string, { session, shell, frame }: Scope): void {
  const inner: Frame = { ...frame, exit: 'hidden', certain: false, input: { rest: '' } };
  const lines = text
    .slice(0, 64 * 1024)
    .split('\n')
    .filter((line) => !COMMENT.test(line));
  for (const line of lines) {
    for (const match of line.matchAll(TEXTUAL)) {
      if (SHOWN.test(line.slice(0, match.index)) || EXPECTED.test(line.slice(0, match.index))) continue;
      speculate(session, () => session.code(match[1] ?? '', shell.clone(), inner, 'guess'));
    }
  }
  const whole = lines.join('\n');
  if (LANE_STEP.test(whole) || TASK.test(whole))
    speculate(session, () => session.run(['git', 'push'], shell.clone(), inner));
  if (lines.some((line) => SPREAD.test(line)))
    for (const match of whole.matchAll(VERB_LIST)) {
      const words = [...(match[2] ?? '').matchAll(/"([^"\n]*)"/g)].map((one) => one[1] ?? '');
      speculate(session, () => session.run(['git', match[1] ?? '', ...words], shell.clone(), inner));
    }
  for (const match of whole.matchAll(LISTED)) {
    const words = [...(match[2] ?? '').matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map((one) => one[1] ?? one[2] ?? '');
    // `execlp` names a program twice: the file, then what it is to be called.
    const own = words[0] === 'git' ? words.slice(1) : words;
    speculate(session, () => session.run(['git', ...own], shell.clone(), inner));
  }
}
