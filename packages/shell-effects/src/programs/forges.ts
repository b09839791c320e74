import { namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import type { HandingCall } from '../starts/handing-call.js';
import { type Call, under } from '../state.js';
import { runDispatched, runWorkflows } from '../tasks/workflow-runs.js';
import { quoted } from '../text/quoted.js';

const FORGE = '-R --repo -H --hostname -t --title -b --body';

/** Tools of forges merge, release and run pipelines. */
export const forges: ProgramFile = {
  'gh release download': { writes: { out: '-O --output', into: '-D --dir', valued: '-p --pattern -R --repo -A' } },
  'gh run download': { writes: { into: '-D --dir', valued: '-n --name -R --repo -p' } },
  'gh gist clone, gh repo clone': { writes: { targets: 'second', reach: 'into' } },
  'gh auth login, gh auth logout, gh auth refresh': { stores: { own: '~/.config/gh/hosts.yml' } },
  'gh auth setup-git': { stores: { own: '~/.gitconfig' } },
  'glab auth login': { stores: { own: '~/.config/glab-cli/config.yml' } },
  // Forges.
  gh: {
    aliases: followAlias,
    publishes: [
      { when: /^pr merge\b/, unless: /--disable-auto\b/, valued: FORGE },
      { when: /^pr (?:update-branch|revert)\b/, valued: FORGE },
      { when: /^pr close\b/, needs: /(?:^|\s)(?:-\w*d\w*|--delete-branch)(?:\s|$)/, valued: FORGE },
      { when: /^repo sync \S+\/\S+/, valued: '-b --branch -s --source' },
      { when: /^repo create\b/, needs: /--push\b/ },
      { when: /^repo delete\b/ },
      { when: /^release create\b/, valued: FORGE },
      { when: /^release delete\b/, needs: /--cleanup-tag\b/ },
      { when: /^issue develop\b/, unless: /(?:^|\s)(?:-l|--list)(?:\s|$)/, valued: FORGE },
      { when: /^(?:merge|sync|land|stack submit|poi)\b/ },
    ],
    moves: /^(?:pr checkout|co|repo sync$)/,
    hands: runForge,
  },
  glab: {
    publishes: [
      { when: /^mr (?:merge|accept|rebase)\b/, valued: FORGE },
      { when: /^mr (?:create|new)\b/, needs: /(?:^|\s)(?:--push|--fill|-f)(?:\s|$)/ },
      { when: /^release create\b/, valued: FORGE },
      { when: /^(?:stack sync|repo delete)\b/ },
    ],
    moves: /^mr checkout/,
  },
  hub: {
    publishes: [
      { when: /^(?:push|sync)\b/, unless: /(?:^|\s)-n(?:\s|$)/ },
      { when: /^pull-request\b/, needs: /(?:^|\s)(?:-\w*p|--push)(?:\s|$)/ },
      { when: /^(?:create|release (?:create|edit))\b/ },
    ],
    moves: /^(?:merge|am|cherry-pick|checkout|pull|sync|pr checkout)/,
  },
  lab: { publishes: [{ when: /^(?:mr (?:merge|accept|rebase)|push)\b/ }] },
  tea: { publishes: [{ when: /^(?:pr|pulls?|pull-requests?) (?:merge|m)\b/ }, { when: /^releases? (?:create|c)\b/ }] },
  bb: { publishes: [{ when: /^pr merge\b/ }], sources: namedFiles },
  bitbucket: { publishes: [{ when: /^pr merge\b/ }] },
  renovate: { publishes: [{ when: /^/, unless: /--dry-run/ }] },
  'act, circleci, gitlab-runner, gitlab-ci-local': { hands: runPipeline },
};

function runForge({ words, session, shell, later }: HandingCall): undefined {
  if (words[0] === 'act') runWorkflows('act', words.slice(1), session.at(shell, later));
  if (words[0] === 'workflow' && words[1] === 'run') runDispatched(words.slice(2), session.at(shell, later));
}

function runPipeline({ program, words, session, shell, later }: HandingCall): undefined {
  runWorkflows(program, words, session.at(shell, later));
}

/** `gh alias set m 'pr merge'`, and a later `gh m` in the same line. */
function followAlias({ words, session, shell, frame }: Call): void {
  const key = (name: string) => `gh alias ${name}`;
  if (words[0] === 'alias' && words[1] === 'set') {
    const [name, expansion] = words.slice(2).filter((word) => !word.startsWith('-'));
    const isShell = words.some((word) => word === '--shell' || word === '-s');
    if (name !== undefined && expansion !== undefined)
      session.gitSettings.set(key(name), isShell ? `!${expansion}` : expansion);
    return;
  }
  const expansion = session.gitSettings.get(key(words[0] ?? ''));
  if (expansion === undefined) return;
  const code = expansion.startsWith('!')
    ? expansion.slice(1)
    : `gh ${expansion} ${words.slice(1).map(quoted).join(' ')}`;
  session.gitSettings.delete(key(words[0] ?? ''));
  session.code(code, shell.external(), under(frame, 'gh alias'), 'guess');
  session.gitSettings.set(key(words[0] ?? ''), expansion);
}
