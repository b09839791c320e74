import { concernedHere, configuredSettings } from '../git/config.js';
import type { ProgramFile } from '../program.js';
import { spell } from '../state.js';
import { inLefthook, inPreCommit } from '../tasks/task-finders.js';
import { firstTask, type TaskTool, taskAfter, withoutValues } from '../tasks/task-tool.js';
import { hasOption, type WriterCall } from '../writers/call.js';

const PRE_COMMIT: TaskTool = {
  pick: (words) => (words[0] === 'run' ? (firstTask(withoutValues(words.slice(1), STAGED)) ?? ['default']) : undefined),
  files: ['.pre-commit-config.yaml'],
  find: inPreCommit,
};

/** Options of `pre-commit run` that take the next word. */
const STAGED = /^(?:--hook-stage|--files|--from-ref|--to-ref|-[cso]|--config|--color|--source|--origin|--remote-\w+)$/;

/** Managers of git hooks put hooks into a repository, and run the commands of hooks. */
export const gitHooks: ProgramFile = {
  'lefthook install, pre-commit install, pre-commit uninstall, prek install, prek uninstall, simple-git-hooks, yorkie, hk install':
    { stores: { own: '.git/hooks/' } },
  'lefthook uninstall': { stores: { own: '.git/hooks/pre-push .git/hooks/' } },
  overcommit: { stores: { own: '.git/hooks/', when: /^(?:-i|--install|-u|--uninstall|-f|--force)$/ } },
  husky: {
    writer: (call) => {
      if (hasOption(call, /^--?(?:version|v|help|h)$/)) return;
      if (isHuskyThere(call)) return;
      const spelled = spell(['husky', ...call.operands]).trim();
      const isSure = call.shell.strayed.length + call.shell.fallbacks.length === 0;
      const here = isSure ? concernedHere([], call.session, call.shell) : {};
      call.session.effects.push({ kind: 'disarm', what: 'hooksPath', spelled, ...here });
    },
  },
  'pre-commit, prek': { tasks: [PRE_COMMIT] },
  lefthook: {
    tasks: [{ pick: taskAfter('run'), files: ['lefthook.yml', '.lefthook.yml', 'lefthook.yaml'], find: inLefthook }],
  },
};

/** Where git takes its hooks from husky already, husky writes its own part anew and nothing that a project's hooks say. */
function isHuskyThere({ operands, session, shell }: WriterCall): boolean {
  const settings = configuredSettings(shell.cwd, session, shell);
  const path = settings.filter(([name]) => name.toLowerCase() === 'core.hookspath').at(-1)?.[1];
  return /^\.husky(?:\/_)?\/?$/.test(path ?? '') && operands.every((word) => /^(?:install|\.husky)$/.test(word));
}
