import type { ProgramFile } from '../program.js';
import { inToml } from '../tasks/task-finders.js';
import { firstTask, taskAfter } from '../tasks/task-tool.js';

/** Package managers of Python keep dependencies and start programs in an environment. */
export const pythonProjects: ProgramFile = {
  'uv run': {
    wraps: {
      valued:
        '--with --with-editable --with-requirements --extra --group --no-group --only-group --python -p --project --package --env-file --index --index-url --extra-index-url --find-links -f --config-file --cache-dir --link-mode --refresh-package --reinstall-package --upgrade-package -P',
      directory: '--directory',
      // `uv run up.py`, `uv run -m up`
      inner: (words, options) => {
        if (options.some((word) => /^(?:-m|--module)$/.test(word))) return ['python3', '-m', ...words];
        const isScript = /\.pyw?$/.test(words[0] ?? '') || options.some((word) => /^(?:-s|--script)$/.test(word));
        return isScript ? ['python3', ...words] : words;
      },
    },
  },
  'uv tool run, uvx': { wraps: { valued: '--from --with --python -p' } },
  pipx: { wraps: { valued: '--spec --python', skip: 1 } },
  'poetry run, pipenv run, rye run': { wraps: {} },
  'pdm run': { wraps: { valued: '-p --project' } },
  // `hatch run env:script`
  'hatch run': { wraps: { inner: ([first = '', ...rest]) => [first.replace(/^[\w.-]+:/, ''), ...rest] } },
  'hatch env run': { wraps: { valued: '-e' } },
  'pixi run': { wraps: { valued: '-e --environment --manifest-path' } },
  'conda run': { wraps: { valued: '-n -p --name --prefix', directory: '--cwd' } },
  'micromamba run': { wraps: { valued: '-n -p', directory: '--cwd' } },
  'poetry lock': { writes: { own: 'poetry.lock' } },
  'poetry add': { writes: { own: 'pyproject.toml poetry.lock' } },
  'uv lock': { writes: { own: 'uv.lock' } },
  'uv add': { writes: { own: 'pyproject.toml uv.lock' } },
  'uv sync': { writes: { own: 'uv.lock .venv/' } },
  'pip config set, pip config unset, pip3 config set': { stores: { own: '~/.config/pip/pip.conf' } },
  'poetry config': {
    stores: { own: '~/.config/pypoetry/auth.toml ~/.config/pypoetry/config.toml', unless: /^--list$/ },
  },
  'uv auth login': { stores: { own: '~/.local/share/uv/credentials/credentials.toml' } },
  pdm: {
    tasks: [
      {
        pick: (words) => (words[0] === 'run' ? firstTask(words.slice(1)) : firstTask(words)),
        files: ['pyproject.toml'],
        find: inToml(/^tool\.pdm\.scripts\./),
      },
    ],
  },
  hatch: {
    tasks: [
      {
        pick: (words) => taskAfter('run')(words)?.map((word, at) => (at === 0 ? word.replace(/^[\w.-]+:/, '') : word)),
        files: [...['pyproject.toml'], 'hatch.toml'],
        find: inToml(/^(?:tool\.hatch\.)?envs\.[\w-]+\.scripts\./),
      },
    ],
  },
  rye: { tasks: [{ pick: taskAfter('run', 'r'), files: ['pyproject.toml'], find: inToml(/^tool\.rye\.scripts\./) }] },
  pixi: {
    tasks: [
      {
        pick: taskAfter('run', 'r'),
        files: ['pixi.toml', ...['pyproject.toml']],
        find: inToml(/^(?:tool\.pixi\.)?(?:feature\.[\w-]+\.|target\.[\w-]+\.)?tasks\./),
      },
    ],
  },
  pipenv: { tasks: [{ pick: taskAfter('run'), files: ['Pipfile'], find: inToml(/^scripts\./) }] },
};
