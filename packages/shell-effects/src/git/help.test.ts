import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';

test.each(['git http-push --help', 'git push --help', 'git -c core.pager=cat http-push --help'])(
  'D100 C72 the manual of a command that publishes: %s',
  (command) => expect(publishing(effectsIn(command))).toEqual([]),
);

test.each(['git http-push https://host/x.git main', 'git http-push https://host/x.git --helpless'])(
  'D100 the command itself is told: %s',
  (command) => expect(publishing(effectsIn(command))).not.toEqual([]),
);
