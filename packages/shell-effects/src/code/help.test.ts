import { expect, test } from 'vitest';
import { effectsIn, publishing } from '../../test/kit.js';

const PUSH = "subprocess.run(['git', 'push', 'origin', 'HEAD'], check=True)";
const TOP = "import argparse\nimport subprocess\nimport sys\n\np = argparse.ArgumentParser()\np.add_argument('--go')\n";
const MAIN = `import argparse
import subprocess


def publish():
    """Runs git push."""
    ${PUSH}


def main():
    parser = argparse.ArgumentParser(description="publishes a release")
    parser.add_argument("--go")
    args = parser.parse_args()
    publish()
    return 0


if __name__ == "__main__":
`;
const COMMANDS = `import argparse, subprocess

def cmd_publish(args):
    ${PUSH}

def main():
    p = argparse.ArgumentParser()
    sub = p.add_subparsers()
    one = sub.add_parser('publish', help='git push')
    one.set_defaults(func=cmd_publish)
    args = p.parse_args()
    args.func(args)

main()
`;

test.each([
  ['at the top', `${TOP}a = p.parse_args()\n${PUSH}\n`],
  ['in a function', `${MAIN}    main()\n`],
  ['in a function whose code is the exit', `${MAIN}    sys.exit(main())\n`],
  ['the same, raised', `${MAIN}    raise SystemExit(main())\n`],
  [
    'described by its own text',
    `"A patch, then git push."\n${MAIN.replace(/description="[^"]*"/, 'description=__doc__')}    main()\n`,
  ],
  ['subcommands', COMMANDS],
  ['a function that parses', `${TOP}\ndef parse():\n    return p.parse_args()\n\nargs = parse()\n${PUSH}\n`],
])('D100 C72 a Python script that is asked for help pushes nothing: %s', (_way, script) => {
  const files = { 'release.py': script };
  expect(publishing(effectsIn('python3 release.py --help', files))).toEqual([]);
  expect(publishing(effectsIn('python3 release.py -h | head -20', files))).toEqual([]);
  expect(publishing(effectsIn('python3 release.py', files))).not.toEqual([]);
  expect(publishing(effectsIn('python3 release.py --go --help', files))).not.toEqual([]);
});

test.each([
  ['it pushes first', `${TOP}${PUSH}\na = p.parse_args()\n`],
  ['it catches the end', `${TOP}try:\n    a = p.parse_args()\nexcept SystemExit:\n    pass\n${PUSH}\n`],
  ['it catches everything', `${MAIN}    try:\n        main()\n    except:\n        publish()\n`],
  ['it does something at the end', `import atexit\n${MAIN}    atexit.register(publish)\n    main()\n`],
  ['there is no help', `${TOP.replace('Parser()', 'Parser(add_help=False)')}a = p.parse_args()\n${PUSH}\n`],
  ['it has help of its own', `${TOP}class A(argparse.ArgumentParser):\n    pass\n\na = p.parse_args()\n${PUSH}\n`],
  ['other words are read', `${TOP}a = p.parse_args([])\n${PUSH}\n`],
  ['the words are changed', `${TOP}sys.argv.pop()\na = p.parse_args()\n${PUSH}\n`],
  ['it is not sure to parse', `${TOP}a = p.parse_args() if len(sys.argv) > 9 else None\n${PUSH}\n`],
  ['it parses behind a condition', `${TOP}if len(sys.argv) > 9:\n    a = p.parse_args()\n${PUSH}\n`],
  ['another thing parses', `${TOP}p = Fake()\na = p.parse_args()\n${PUSH}\n`],
  [
    'only its description parses',
    `"""\np = argparse.ArgumentParser()\na = p.parse_args()\n"""\nimport argparse, subprocess\n${PUSH}\n`,
  ],
  [
    'the parser calls it',
    `${MAIN.replace('description=', 'formatter_class=Loud, description=').replace('def publish():', `class Loud(argparse.HelpFormatter):\n    def format_usage(self):\n        ${PUSH}\n\n\ndef publish():`)}    main()\n`,
  ],
  ['a word that it decorates with', `${MAIN.replace('def publish', '@register\ndef publish')}    main()\n`],
])('D100 C72 a Python script that would push for all that is still refused: %s', (_way, script) => {
  expect(publishing(effectsIn('python3 release.py --help', { 'release.py': script }))).not.toEqual([]);
});

test('D100 C72 a module of the project by the name of the parser is not followed', () => {
  const files = { 'release.py': `${TOP}a = p.parse_args()\n${PUSH}\n`, 'argparse.py': 'class ArgumentParser: pass\n' };
  expect(publishing(effectsIn('python3 release.py --help', files))).not.toEqual([]);
});
