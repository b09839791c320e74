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
  [
    'echo "Anne said so, not Musterhaus" && git show anneal',
    'echo "person said so, not Musterhaus" && git show anneal',
  ],
  // What a row is about stays word for word.
  [
    "find . -name '*.log' -exec rm {} + && git push -q origin HEAD~1:main",
    "find . -name '*.log' -exec rm {} + && git push -q origin HEAD~1:main",
  ],
  ['git show 9d3b5ac1 -- src/annealing.ts', 'git show 9d3b5ac1 -- src/annealing.ts'],
  // Whoever an address names, and however its password is spelled.
  ["git clone https://anne:p'w)x@git.corp.example/t/s.git", 'git clone https://example.com/x'],
  ['cp file://anne@box/home/anne/x .', 'cp file://{{HOME}}/x .'],
  ['psql anne:secret@db.corp.example/shop', 'psql person@example.com/shop'],
  ['curl -u anne:secret --user "bob:pw" x.example', 'curl -u x:x --user x:x x.example'],
  [
    'docker run -u 1000:1000 node:22@sha256:0a1b npm i a@npm:b@18',
    'docker run -u 1000:1000 node:22@sha256:0a1b npm i a@npm:b@18',
  ],
  ['ssh -p 2222 carl@buildbox && rsync x carl@nas:/srv', 'ssh -p 2222 person@host && rsync x git@example.com:x/x.git'],
  // Homes of any system.
  [
    'type C:\\Users\\carl\\x C:/Users/carl/y /mnt/c/Users/carl/z /c/Users/carl',
    'type {{HOME}}\\x {{HOME}}/y {{HOME}}/z {{HOME}}',
  ],
  ['{"path":"C:\\\\Users\\\\carl\\\\x"} \\\\nas\\Users\\carl\\x', '{"path":"{{HOME}}\\\\x"} {{HOME}}\\x'],
  ['ls /var/home/carl/x /usr/home/carl /export/home/carl/', 'ls {{HOME}}/x {{HOME}} {{HOME}}/'],
  [
    'ls /run/media/carl/disk /media/carl ~carl/src HEAD~3/x',
    'ls /run/media/person/disk /media/person ~person/src HEAD~3/x',
  ],
  ['file:///home/anne%2Fcode%2Fshop %2Fhome%2Fanne%2Fx', 'file://{{HOME}}%2Fcode%2Fshop {{HOME}}%2Fx'],
  ['ls ~/.claude/projects/-home-anne-code-shop/x.jsonl', 'ls ~/.claude/projects/{{REPO}}/x.jsonl'],
  // Names within other words, and in other spellings.
  [
    'tmux new -s anne-2; git switch anne_fix; mv Anne.Muster annemuster Anne%20Muster',
    'tmux new -s person-2; git switch person_fix; mv person person person',
  ],
])('Scope 5 %s', (text, left) => expect(withoutPerson(text, PERSON)).toBe(left));

test.each<[text: string, home: string, left: string]>([
  ['cd C:\\Users\\Jo Doe\\src', 'C:\\Users\\Jo Doe', 'cd {{HOME}}\\src'],
  ['cd "/c/Users/Jo Doe/src" /mnt/c/users/jo%20doe', 'C:\\Users\\Jo Doe', 'cd "{{HOME}}/src" {{HOME}}'],
  ['cat /accounts/.npmrc /accountsfs/x', '/accounts', 'cat {{HOME}}/.npmrc /accountsfs/x'],
  ['cd /opt/people/zed/x && zed .', '/opt/people/zed', 'cd {{HOME}}/x && person .'],
])('Scope 5 %s, at home in %s', (text, home, left) =>
  expect(withoutPerson(text, { root: '/srv/shop', home, names: [] })).toBe(left),
);

test.each(['git', 'node', 'test', 'dev', 'runner'])(
  'Scope 5 words that are also the name of an account stay: %s',
  (name) => {
    const command = 'npm run dev && node --test && git push origin runner-fix';
    expect(withoutPerson(command, { root: '/home/x/s', home: `/home/${name}`, names: [name] })).toBe(command);
  },
);
