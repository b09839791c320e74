import type { ProgramFile } from '../program.js';

/** Watchers start a command again and again. */
export const watchers: ProgramFile = {
  watch: { wraps: { valued: '-n --interval -q --equexit', hides: true, joins: (words) => !words.includes('-x') } },
  nodemon: { wraps: { code: '--exec -x', valued: '--watch -w --ext -e --ignore -i', skip: 99, hides: true } },
  entr: { wraps: { hides: true, joins: (_, options) => options.some((word) => /^-\w*s/.test(word)) } },
  watchexec: {
    wraps: {
      valued: '-w -e -i -f -d -o -s --watch --exts --ignore --filter --debounce --on-busy-update --signal',
      hides: true,
      joins: true,
    },
  },
  onchange: { wraps: { needsDashes: true, hides: true } },
  reflex: { wraps: { valued: '-r -g -R -G -d --regex --glob', hides: true } },
  'chokidar, chokidar-cli': { wraps: { code: '-c --command', skip: 99, hides: true } },
  'watchman-make': { wraps: { code: '--run', valued: '-p -t', skip: 99, hides: true } },
};
