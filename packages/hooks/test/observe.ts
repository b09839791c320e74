import { spawnSync } from 'node:child_process';

/** Runs a file with an event on standard input and tells which internal modules and which files of ours were loaded. */
export function observe(file: string, event: unknown, environment: Record<string, string>) {
  const code = `
    const before = process.moduleLoadList.length;
    const fs = require('fs');
    let looks = 0;
    for (const name of ['lstatSync', 'statSync', 'existsSync', 'realpathSync']) {
      const own = fs[name];
      fs[name] = (...words) => (looks++, own(...words));
    }
    process.on('exit', () => {
      const loaded = process.moduleLoadList.slice(before);
      const files = Object.keys(require.cache).map((file) => require('path').basename(file));
      require('fs').writeSync(1, '\\n' + JSON.stringify({ loaded, files, looks }));
    });
    require(${JSON.stringify(file)});`;
  const run = spawnSync(process.execPath, ['-e', code], {
    input: JSON.stringify(event),
    env: environment,
    encoding: 'utf8',
  });
  const seen = JSON.parse(run.stdout.split('\n').at(-1) || '{}') as {
    loaded: string[];
    files: string[];
    looks: number;
  };
  const told = run.stdout.slice(0, run.stdout.lastIndexOf('\n'));
  return { status: run.status, told, ...seen };
}
