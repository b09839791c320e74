import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Effect, effectsOf, mayMatter, type ShellContext } from './index.js';

/** One command a line. */
function lines(name: string): string[] {
  return readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

const context: ShellContext = {
  cwd: '/r',
  home: '/home/dev',
  env: { HOME: '/home/dev', PATH: '/usr/bin:/bin' },
  readFile: () => undefined,
  listDirectory: (path) => ({ '/': ['usr', 'etc', 'r'], '/r': ['a'], '/usr': ['bin'], '/usr/bin': ['git'] })[path],
};

const publishes = (one: Effect) => one.kind === 'push' || one.kind === 'publish';
const isHidden = (one: Effect) => one.kind === 'opaque' && one.what === 'execution';

test.each(lines('obfuscated-pushes'))('D100 a push put together from pieces is seen: %s', (command) => {
  const { effects, reasons } = effectsOf(command, context);
  expect(reasons).toEqual([]);
  expect(effects.filter(publishes)).not.toEqual([]);
  expect(mayMatter(command)).toBe(true);
});

test.each(lines('unreadable-code'))(
  'D100 what is made at run time and carried out is said to be unreadable: %s',
  (command) => {
    const { effects } = effectsOf(command, context);
    expect(effects.filter((one) => publishes(one) || isHidden(one))).not.toEqual([]);
    expect(mayMatter(command)).toBe(true);
  },
);

/** Commands of several lines, `%%` between them. */
const blocks = (name: string) => lines(name).join('\n').split('\n%%\n');

test.each(blocks('shown-starts'))(
  'D100 a push among the texts of code that shows all it starts is data: %s',
  (command) => {
    const { effects } = effectsOf(command, context);
    expect(effects.filter((one) => publishes(one) || isHidden(one))).toEqual([]);
  },
);

test.each(blocks('hidden-starts'))(
  'D100 a push among the texts of code that may start more is not data: %s',
  (command) => {
    const { effects } = effectsOf(command, context);
    expect(effects.filter((one) => publishes(one) || isHidden(one))).not.toEqual([]);
  },
);

const WRITES: readonly string[] = [
  "f='.cla'; echo x > ${f}ude/settings.json",
  'echo x > .cl""aude/set\\tings.json',
  "echo x > $'.claude\\x2fsettings.json'",
  'd=.CLAUDE; echo x > ${d,,}/settings.json',
  'echo x > $(rev <<< edualc.)/settings.json',
  'cd .claude && echo x > settings.json',
  'cd nowhere; echo x > .claude/settings.json',
  'mkdir -p .claude/x && cd "$_/.." && echo x > settings.json',
  'pushd .claude; echo x > settings.json',
  'exec 3> .claude/settings.json; echo x >&3',
  'exec {fd}>.claude/settings.json; echo x >&$fd',
  '{ echo x; } > .claude/settings.json',
  'echo x | tee .{claude,x}/settings.json',
  'echo x > .cl*/settings.json',
  'for d in .claude; do echo x > $d/settings.json; done',
  'if c; then d=.claude; else d=x; fi; echo x > $d/settings.json',
  'read d <<< .claude; echo x > $d/settings.json',
  'a=(x .claude); echo x > ${a[1]}/settings.json',
  'f() { echo x > "$1/settings.json"; }; f .claude',
  "trap 'echo x > .claude/settings.json' EXIT",
  "bash -c 'echo x > $0/settings.json' .claude",
  'echo .claude | xargs -I{} cp a {}/settings.json',
  'x=.claude/settings.json; : > $x',
  'a 2> .claude/settings.json',
  'a &>> .claude/settings.json',
  'a 1<> .claude/settings.json',
];

test.each(WRITES)('D99 D100 a write whose path is put together is placed: %s', (command) => {
  const listed: ShellContext = {
    ...context,
    listDirectory: (path) => ({ '/r': ['.claude', 'a'], '/r/.claude': ['settings.json'] })[path],
  };
  const { effects, reasons } = effectsOf(command, listed);
  expect(reasons).toEqual([]);
  const paths = effects.map((one) => (one.kind === 'write' ? one.path : ''));
  expect(paths).toContain('/r/.claude/settings.json');
});

test.each([
  'x=foo; echo ${x^^} ${x/o/0} "${x:0:2}"',
  'git $(echo status) --short',
  "alias gp='git push'",
  'f() { git push; }; g() { :; }; g',
  "printf 'git push\\n' > notes.md; cat notes.md",
  "trap 'rm -f /tmp/x' EXIT; date",
  'set -x; PS4="+ "; date',
  'exit 0; git push',
  'false && git push',
  'if false; then git push; fi',
  'case a in b) git push;; esac',
  '[ 1 -gt 2 ] && git push; true',
  'while false; do git push; done',
  'f() { return; git push; }; f',
  'for i in 1 2; do continue; git push; done',
  'x=\'git push\'; echo "$x"; unset x; ls $x',
  'mapfile -t a <<< "git push"; echo "${a[@]}"',
  ': "${x:-git push}"; n=$((1+2)); echo $n',
  'sh -c \'for f in *.txt; do echo "$f"; done\'',
  'i=0; while [ $i -lt 3 ]; do echo $i; i=$((i+1)); done',
  'dir=$(mktemp -d); cd "$dir" && touch a; cd - >/dev/null',
  "declare -A m=([a]='git push'); echo ${m[a]}",
])('D100 C72 what only looks like it runs nothing: %s', (command) => {
  const { effects, reasons } = effectsOf(command, context);
  expect(reasons).toEqual([]);
  expect(effects.filter((one) => publishes(one) || isHidden(one))).toEqual([]);
});

test.each([
  '[[ $d == *[a-m]* ]]',
  '[[ $d != *a* ]]',
  '[ "$d" = /tmp/tmp.1 ]',
  'test "$d" != /tmp/tmp.1',
  '[[ $d < /tmp/tmp.Z ]]',
  'case $d in *[0-9]) true;; *) false;; esac',
])('D100 no name that mktemp makes up is known, so that no comparison with it keeps a push from sight: %s', (asks) => {
  for (const line of [`d=$(mktemp -d); ${asks} && git push`, `d=$(mktemp -d); ${asks} || git push`])
    expect(effectsOf(line, context).effects.filter(publishes), line).not.toEqual([]);
});

test('D100 a line is told in the same way each time', () => {
  const line = 'd=$(mktemp -d); e=$(mktemp -d); cd "$d" && touch "$e/a"';
  expect(effectsOf(line, context)).toEqual(effectsOf(line, context));
});
