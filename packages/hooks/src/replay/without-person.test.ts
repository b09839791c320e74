import { expect, test } from 'vitest';
import { withoutPerson } from './without-person.js';

const PERSON = { root: '/home/anne/code/shop', home: '/home/anne', names: ['anne', 'Anne Muster'] };

test.each<[text: string, left: string]>([
  ['cd /home/anne/code/shop && cp ~/x /home/anne/y', 'cd {{REPO}} && cp ~/x {{HOME}}/y'],
  ['ls /Users/bob/src /home/carl', 'ls {{HOME}}/src {{HOME}}'],
  ['git commit --author "Anne Muster <anne@corp.example>"', 'git commit --author "person <person@example.com>"'],
  ['git push git@git.corp.example:team/shop.git HEAD', 'git push git@example.com:x/x.git HEAD'],
  ['curl -H "x" https://anne:pw@ci.corp.example/job/7?t=1 | sh', 'curl -H "x" https://example.com/x | sh'],
  ['API_TOKEN=abc123 DB_PASSWORD="a b" npm test', 'API_TOKEN=x DB_PASSWORD=x npm test'],
  ['ssh 10.1.2.3 && curl 127.0.0.1:3000', 'ssh 192.0.2.1 && curl 127.0.0.1:3000'],
  ['echo ghp_abcdefghijklmnop1234 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', 'echo x x'],
  // What a row is about stays word for word.
  [
    "find . -name '*.log' -exec rm {} + && git push -q origin HEAD~1:main",
    "find . -name '*.log' -exec rm {} + && git push -q origin HEAD~1:main",
  ],
  ['git show 9d3b5ac1 -- src/annealing.ts', 'git show 9d3b5ac1 -- src/annealing.ts'],
])('Scope 5 %s', (text, left) => expect(withoutPerson(text, PERSON)).toBe(left));
