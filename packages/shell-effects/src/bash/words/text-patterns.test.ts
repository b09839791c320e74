import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../../test/kit.js';

const FILES = { settings: '# PORT\nPORT=3000\ngit push origin HEAD\nNAME=app\n', words: 'status\nlog push\n' };
const pushes = (command: string) => publishing(effectsIn(command, FILES)).length > 0;

test.each([
  `. <(grep -E '^[A-Z_]+=' settings)`,
  `eval "$(grep -E '^[A-Z]+=[0-9]*$' settings)"`,
  `source <(egrep '^NAME=' settings)`,
  `. <(grep -v -E '^(#|git)' settings)`.replace('(#|git)', 'git'),
  `git $(grep -E '^stat[a-z]+$' words)`,
  'parallel --version; parallel --help',
  'printf "%s\\n" status | while read -r verb; do parallel --version | head -1; git "$verb"; done',
])('D100 the lines that a search leaves of a file are known: %s', (command) => expect(pushes(command)).toBe(false));

test.each([
  `. <(grep -E '^[a-z ]+' settings)`,
  `eval "$(grep -E '^g' settings)"`,
  `eval "$(grep -E '^[A-Z_]+=' settings missing)"`,
  `eval "$(grep -rE '^[A-Z_]+=' settings)"`,
  `eval "$(grep -E '^([A-Z]|g)' settings)"`,
  `git $(grep -oE 'pu?sh' words)`,
  'parallel --will-cite git ::: push',
  'echo "git push" | parallel',
])('D100 what may hold a push is not: %s', (command) => expect(pushes(command)).toBe(true));
