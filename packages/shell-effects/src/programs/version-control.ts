import { contentOf } from '../disk/paths.js';
import type { ProgramFile } from '../program.js';
import { type Call, under } from '../state.js';
import { findOperands, values } from '../text/command-options.js';

const HG = '-R --repository --cwd --config';

const JJ = '-R --repository --config --at-op --at-operation --color';

/** Other version control systems push to remotes of git. */
export const versionControl: ProgramFile = {
  'jj util exec': { wraps: { needsDashes: true } },
  // Other version control on a git remote.
  jj: {
    aliases: followAlias,
    publishes: [{ when: /^(?:git push|gerrit upload)\b/, valued: JJ }],
    moves: /^(?:rebase|edit|abandon|undo|op restore|restore|squash|split|absorb|backout|revert|parallelize)\b/,
  },
  sl: {
    publishes: [
      { when: /^(?:push|submit|ghstack(?!\s+(?:checkout|unlink|rage|cherry))|pr (?:submit|s))\b/, valued: HG },
    ],
    moves: /^(?:rebase|goto|update|pull|graft|fold|histedit|uncommit|unamend|absorb)\b/,
  },
  hg: { publishes: [{ when: /^(?:push|phabsend)\b/, valued: HG }] },
};

/** `JJ_ALIAS` matches `aliases.up = ["git", "push"]`, as TOML on the command line. */
const JJ_ALIAS = /^aliases\.["']?([\w-]+)["']?\s*=?\s*(\[[\s\S]*\])$/;
const JJ_VALUED = ['--config', '--config-toml', '--config-file', '-R', '--repository', '--at-op', '--color'];

/** Follows an alias of Jujutsu's that the line gives, by an option or by `jj config set`, and its use. */
function followAlias({ words, session, shell, frame }: Call): void {
  const operands = findOperands(words, JJ_VALUED);
  const isSet = operands[0] === 'config' && operands[1] === 'set';
  const given = isSet ? [operands.slice(2).join('=')] : values(words, ['--config', '--config-toml']);
  for (const [, name = '', list = ''] of given.flatMap((one) => [JJ_ALIAS.exec(one) ?? []]).filter((one) => one.length))
    session.gitSettings.set(`jj alias ${name}`, list);
  for (const file of [...values(words, ['--config-file']), '.jj/repo/config.toml'])
    for (const match of (contentOf(session, shell, file) ?? '').matchAll(
      /^[ \t]*(?:aliases\.)?([\w-]+)\s*=\s*(\[.*\])/gm,
    ))
      session.gitSettings.set(`jj alias ${match[1]}`, match[2] ?? '');
  const key = `jj alias ${operands[0]}`;
  const list = session.gitSettings.get(key);
  if (isSet || list === undefined) return;
  const expansion = [...list.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map((one) => one[1] ?? one[2] ?? '');
  session.gitSettings.delete(key);
  session.run(['jj', ...expansion, ...operands.slice(1)], shell.external(), under(frame, 'jj alias'));
  session.gitSettings.set(key, list);
}
