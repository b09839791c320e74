import { quoted } from '@flow/shell-effects/text/quoted';

/** How a wrapper is known, and with it the setting that names it. */
export const WRAPPER = 'seal/wrapper';

/**
 * Returns the program that the client starts each command of its shell through, with the command's line as one word. All that
 * it needs stands in it, and it leaves a mark of what it seals, the line, under the client's process and its own: the environment, which a command before may have chosen, decides nothing.
 */
export function wrapperText({
  list,
  marks,
  bwrap,
  shell,
  off,
}: Readonly<Record<'list' | 'marks' | 'bwrap' | 'shell' | 'off', string>>): string {
  const why = (what: string) =>
    `echo ${quoted(`flow: the seal cannot start, ${what}. A person switches it off: ${off}`)} >&2`;
  return `#!/bin/sh
# Written by \`flow-hooks install --seal prefix\`; \`flow-hooks uninstall\` takes it out of use.
[ -e ${quoted(list)} ] || exec ${quoted(shell)} -c "$1"
[ -x ${quoted(bwrap)} ] || { ${why(`as ${bwrap} is gone`)}; exit 126; }
exec 9< ${quoted(list)} || { ${why('as its list cannot be read')}; exit 126; }
printf %s "$1" > ${quoted(marks)}/$PPID.$$ || { ${why('as its mark cannot be left')}; exit 126; }
exec ${quoted(bwrap)} --args 9 -- ${quoted(shell)} -c "$1"
`;
}
