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
  /** The shell that reads the wrapper, with its option. */
  reader: string;
}

/**
 * Returns the program that the client starts each command of its shell through, with the command's line as one word. All that
 * it needs stands in it, and it leaves a mark of what it seals, the line, under the client's process and its own: the
 * environment, which a command before may have chosen, decides nothing but in which words nothing runs, and no program is looked
 * for on PATH outside of a seal. Where it starts within a sandbox that closes the evidence and the state and hides the key, that
 * one seals, and the mark says so.
 */
export function wrapperText(at: WrapperPlaces): string {
  const { list, marks, inside, evidence, self, key, program, filter = null, shell, root, reader } = at;
  const flow = (words: string) => `cd ${quoted(root)} && npx flow-hooks install --seal ${words}`;
  const stop = (what: string, remedy = `A person switches it off: ${flow('off')}`) =>
    `{ echo ${quoted(`flow: the seal cannot start, ${what}. ${remedy}`)} >&2; exit 126; }`;
  const host = `A person mends that: ${flow('host')}`;
  const run = `exec ${quoted(shell)} -c "$1"`;
  const isProfile = program.endsWith('/sandbox-exec');
  const nested = `${quoted(program)} --unshare-user --dev-bind / / ${quoted(program)} --version >/dev/null 2>&1`;
  const readable = (file: string, what: string) =>
    `{ [ -f ${quoted(file)} ] && [ -r ${quoted(file)} ]; } || ${stop(`as ${what} cannot be read`)}`;
  return `#!${reader}
# Written by \`flow-hooks install --seal\`; \`flow-hooks uninstall\` takes it out of use.
[ -e ${quoted(list)} ] || ${run}
if [ -d ${quoted(evidence)} ] && ! { true >> ${quoted(`${evidence}/probe`)}; } 2>/dev/null && ! { true >> ${quoted(self)}; } 2>/dev/null; then
  [ ! -e ${quoted(key)} ] || ${stop('as the sandbox of the client leaves the key readable', host)}
  { mark=$(mktemp ${quoted(`${inside}/XXXXXXXX`)}) && printf %s "$1" > "$mark"; } 2>/dev/null
  ${run}
fi
${isProfile ? '' : `[ -z "$SANDBOX_RUNTIME" ] || ${nested} || ${stop('as the sandbox of the client, which leaves the evidence open, allows none within it', host)}\n`}[ -x ${quoted(program)} ] || ${stop(`as ${program} is gone`)}
${readable(list, 'its list')}
${filter === null ? '' : `${readable(filter, 'its filter')}\nexec 8< ${quoted(filter)}\n`}${isProfile ? '' : `exec 9< ${quoted(list)}\n`}{ printf %s "$1" > ${quoted(marks)}/$PPID.$$; } 2>/dev/null || ${stop('as its mark cannot be left')}
exec ${quoted(program)} ${isProfile ? `-f ${quoted(list)}` : `--args 9 ${filter === null ? '' : '--seccomp 8 '}--`} ${quoted(shell)} -c "$1"
`;
}
