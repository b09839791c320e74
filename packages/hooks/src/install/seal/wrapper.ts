import { quoted } from '@flow/shell-effects/text/quoted';

/** How a wrapper is known, and with it the setting that names it. */
export const WRAPPER = 'seal/wrapper';

/** What a wrapper is told, all by absolute paths. */
export interface WrapperPlaces {
  /** The words for bubblewrap, or the profile for `sandbox-exec`. */
  list: string;
  /** The folder of its marks, which is hidden from what it seals. */
  marks: string;
  /** The folder of its marks where a sandbox of the client already seals, within which nothing else can be written. */
  inside: string;
  /** The folder of the evidence. */
  evidence: string;
  /** The wrapper itself. */
  self: string;
  /** The key in use. */
  key: string;
  /** `bwrap` or `sandbox-exec`. */
  program: string;
  /** The filter that keeps letters out of a person's terminal; null where there is none. */
  filter?: string | null;
  shell: string;
  /** The folder of the project. */
  root: string;
}

/**
 * Returns the program that the client starts each command of its shell through, with the command's line as one word. All that
 * it needs stands in it, and it leaves a mark of what it seals, the line, under the client's process and its own: the
 * environment, which a command before may have chosen, decides nothing but in which words nothing runs. Where it starts within a
 * sandbox that closes the evidence and the state and hides the key, that one seals, and the mark says so.
 */
export function wrapperText(at: WrapperPlaces): string {
  const { list, marks, inside, evidence, self, key, program, filter = null, shell, root } = at;
  const flow = (words: string) => `cd ${quoted(root)} && npx flow-hooks install --seal ${words}`;
  const stop = (what: string, remedy = `A person switches it off: ${flow('off')}`) =>
    `{ echo ${quoted(`flow: the seal cannot start, ${what}. ${remedy}`)} >&2; exit 126; }`;
  const host = `A person mends that: ${flow('host')}`;
  const run = `exec ${quoted(shell)} -c "$1"`;
  const isProfile = program.endsWith('/sandbox-exec');
  return `#!/bin/sh
# Written by \`flow-hooks install --seal\`; \`flow-hooks uninstall\` takes it out of use.
[ -e ${quoted(list)} ] || ${run}
if [ -d ${quoted(evidence)} ] && ! { true >> ${quoted(`${evidence}/probe`)}; } 2>/dev/null && ! { true >> ${quoted(self)}; } 2>/dev/null; then
  [ ! -e ${quoted(key)} ] || ${stop('as the sandbox of the client leaves the key readable', host)}
  { mark=$(mktemp ${quoted(`${inside}/XXXXXXXX`)}) && printf %s "$1" > "$mark"; } 2>/dev/null
  ${run}
fi
${isProfile ? '' : `[ -z "$SANDBOX_RUNTIME" ] || ${quoted(program)} --unshare-user --dev-bind / / true 2>/dev/null || ${stop('as the sandbox of the client, which leaves the evidence open, allows none within it', host)}\n`}[ -x ${quoted(program)} ] || ${stop(`as ${program} is gone`)}
${isProfile ? `[ -r ${quoted(list)} ]` : `exec 9< ${quoted(list)}`} || ${stop('as its list cannot be read')}
${filter === null ? '' : `exec 8< ${quoted(filter)} || ${stop('as its filter cannot be read')}\n`}printf %s "$1" > ${quoted(marks)}/$PPID.$$ || ${stop('as its mark cannot be left')}
exec ${quoted(program)} ${isProfile ? `-f ${quoted(list)}` : `--args 9 ${filter === null ? '' : '--seccomp 8 '}--`} ${quoted(shell)} -c "$1"
`;
}
