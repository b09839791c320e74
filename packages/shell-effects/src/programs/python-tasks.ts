import type { ProgramFile } from '../program.js';
import { inClick, inCode, inToml, inTox, inToxAlone } from '../tasks/task-finders.js';
import { firstTask, type TaskTool, withoutValues } from '../tasks/task-tool.js';
import { values } from '../text/command-options.js';

const TOX_ENV = optionOr(/^-e$/, 'default');

const INVOKE: TaskTool = { pick: firstTask, files: ['tasks.py', 'tasks/__init__.py'], find: inCode };

/** Commands that an application brings, as against those of Flask's own. */
const FLASK: TaskTool = {
  pick: (words) => {
    const found = firstTask(withoutValues(words, /^(?:-A|--app|-e|--env-file)$/));
    return /^(?:run|routes|shell)$/.test(found?.[0] ?? '') ? undefined : found;
  },
  files: ['app.py', 'wsgi.py', 'app/__init__.py'],
  named: (words, shell) => {
    const app = values(words, ['-A', '--app'])[0] ?? shell.variables.get('FLASK_APP')?.value ?? '';
    const module = app.replace(/:.*$/s, '').replace(/\.py$/, '');
    return module === ''
      ? []
      : [`${module}.py`, `${module.replaceAll('.', '/')}.py`, `${module.replaceAll('.', '/')}/__init__.py`];
  },
  find: inClick,
};

/** Task runners of Python carry out tasks of a file. */
export const pythonTasks: ProgramFile = {
  tox: {
    writes: { out: '--result-json' },
    tasks: [
      { pick: (words) => (words.includes('--') ? undefined : TOX_ENV(words)), files: ['tox.ini'], find: inToxAlone },
      { pick: TOX_ENV, files: ['tox.ini'], find: inTox },
    ],
  },
  poe: {
    tasks: [
      {
        pick: firstTask,
        files: [...['pyproject.toml'], 'poe_tasks.toml'],
        find: inToml(/^tool\.poe\.tasks\./, /^tasks\./),
      },
    ],
  },
  nox: { tasks: [{ pick: optionOr(/^(?:-s|--sessions?|-e)$/, 'default'), files: ['noxfile.py'], find: inCode }] },
  'invoke, inv': { tasks: [INVOKE] },
  flask: { tasks: [FLASK] },
  fab: { tasks: [{ pick: firstTask, files: ['fabfile.py'], find: inCode }] },
};

function optionOr(option: RegExp, otherwise: string): TaskTool['pick'] {
  return (words) => {
    const at = words.findIndex((word) => option.test(word));
    if (words.some((word) => /^(?:-l|--list|-h|--help|--version|--notest|-a|--listenvs)$/.test(word))) return undefined;
    return [at < 0 ? otherwise : (words[at + 1] ?? otherwise)];
  };
}
