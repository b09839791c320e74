import { describe, expect, test } from 'vitest';
import { describeFault } from './fault-words.js';
import {
  judgeSession,
  judgeTerminal,
  type Process,
  type Seat,
  type SessionFacts,
  type TerminalFacts,
  type TerminalFault,
} from './terminal.js';

let pids = 100;
const p = (name: string, command = name, marks: string[] = []): Process => ({ pid: pids++, name, command, marks });
const seat = (ancestors: Process[], driver: Process[] = [], others: Process[] = []): Seat => ({
  ancestors,
  others,
  driver,
});
const OWN = p('flow-hooks', '');
const NPX = [p('node', 'npm exec flow-hooks approve shape'), p('sh', 'sh -c flow-hooks approve shape')];
const SHELL = p('zsh', '-zsh');
const CLAUDE = p('claude');
const MARKED = p('bash', 'bash -c x', ['CLAUDECODE']);

function facts(change: Partial<TerminalFacts>): TerminalFacts {
  return { terminal: true, readable: true, foreground: true, seat: seat([OWN, SHELL]), attached: [], ...change };
}

describe('D97 D102 a person at a terminal', () => {
  const person: [string, Partial<TerminalFacts>][] = [
    ['of an emulator', { seat: seat([OWN, ...NPX, SHELL, p('alacritty')], [p('alacritty')]) }],
    [
      'of an emulator written in Python',
      { seat: seat([OWN, SHELL], [p('terminator', '/usr/bin/python3 /usr/bin/terminator')]) },
    ],
    ['over ssh, where nobody can be seen behind it', { seat: seat([OWN, SHELL, p('sshd')]) }],
    ['of the console', { seat: seat([OWN, SHELL, p('login')]) }],
    ['of an editor', { seat: seat([OWN, SHELL, p('code')], [p('node', 'node bootstrap-fork --type=ptyHost')]) }],
    [
      'of a JetBrains editor',
      { seat: seat([OWN, SHELL], [p('java', '/opt/idea/jbr/bin/java -Xmx2g com.intellij.idea.Main')]) },
    ],
    [
      'of tmux, attached from an emulator',
      {
        seat: seat([OWN, SHELL, p('tmux: server')], [p('tmux: server')]),
        attached: [seat([p('tmux: client'), SHELL], [p('kitty')])],
      },
    ],
    [
      'of tmux with two clients, one of them driven',
      {
        seat: seat([OWN, SHELL], [p('tmux: server')]),
        attached: [seat([p('tmux: client')], [p('script')]), seat([p('tmux: client')], [p('kitty')])],
      },
    ],
    ['below a shell that was told a word of an agent', { seat: seat([OWN, p('sh', 'sh -c claude'), SHELL]) }],
    [
      'who started a client with its path before',
      { seat: seat([OWN, p('sh', 'sh -c /x/@anthropic-ai/claude-code/cli')]) },
    ],
    ['whose project folder is called claude', { seat: seat([OWN, p('zsh', 'zsh /home/me/claude/run.sh')]) }],
    ['whose user name is claude', { seat: seat([OWN, SHELL, p('sshd', 'sshd: claude [priv]')]) }],
    ['who became the user forge', { seat: seat([OWN, SHELL, p('su', 'su forge')], [p('kitty')]) }],
    ['beside an editor that shows a file about codex', { seat: seat([OWN, SHELL], [], [p('vim', 'vim codex')]) }],
    ['over mosh', { seat: seat([OWN, SHELL, p('mosh-server', 'mosh-server new -s')], [p('mosh-server')]) }],
    [
      'of an editor’s server on another machine',
      {
        seat: seat(
          [OWN, SHELL],
          [p('node', '/home/me/.cursor-server/bin/linux-x64/1f/node /x/out/bootstrap-fork --type=ptyHost')],
        ),
      },
    ],
    [
      'of a JetBrains editor whose words are too long to be read to their end',
      { seat: seat([OWN, SHELL], [p('java', `/snap/goland/jbr/bin/java -classpath ${'/x/lib.jar:'.repeat(150)}`)]) },
    ],
    ['of a notebook server', { seat: seat([OWN, SHELL], [p('jupyter-lab', '/usr/bin/python3 /usr/bin/jupyter-lab')]) }],
    ['in a shell that sudo started in a terminal of its own', { seat: seat([OWN, SHELL, p('sudo')], [p('sudo')]) }],
    ['below a tool of their project', { seat: seat([OWN, p('node', 'node /usr/bin/pnpm exec flow-hooks approve q')]) }],
    [
      'of tmux where the system does not tell who drives a terminal',
      { seat: seat([OWN, SHELL, p('tmux', 'tmux')]), attached: [seat([p('tmux', 'tmux attach'), SHELL])] },
    ],
  ];
  test.each(person)('%s may approve', (_what, change) => {
    expect(judgeTerminal(facts(change))).toEqual({ ok: true });
  });
});

describe('D97 D102 nobody is taken to sit there', () => {
  const nobody: [string, TerminalFault, Partial<TerminalFacts>][] = [
    ['without a terminal', 'NO_TERMINAL', { terminal: false }],
    ['where the system tells nothing', 'UNREADABLE_SYSTEM', { readable: false }],
    ['in the background', 'BACKGROUND', { foreground: false }],
    ['below an agent', 'AGENT_ANCESTOR', { seat: seat([OWN, SHELL, CLAUDE]) }],
    ['below an agent, without a terminal', 'AGENT_ANCESTOR', { terminal: false, seat: seat([OWN, SHELL, CLAUDE]) }],
    [
      'below an agent that a runtime runs',
      'AGENT_ANCESTOR',
      { seat: seat([OWN, p('node', 'node /x/node_modules/@openai/codex/bin/codex.js')]) },
    ],
    [
      'below an agent run as a script',
      'AGENT_ANCESTOR',
      { seat: seat([OWN, p('MainThread', '/usr/bin/python3 /usr/local/bin/aider --yes')]) },
    ],
    ['with the mark of an agent', 'AGENT_ENVIRONMENT', { seat: seat([p('flow-hooks', '', ['CLAUDECODE']), SHELL]) }],
    ['below a shell with the mark, its own taken off', 'AGENT_ENVIRONMENT', { seat: seat([OWN, MARKED]) }],
    ['in an agent’s terminal', 'AGENT_ON_TERMINAL', { seat: seat([OWN, SHELL], [p('kitty')], [CLAUDE]) }],
    ['beside what an agent started', 'AGENT_ON_TERMINAL', { seat: seat([OWN, SHELL], [p('kitty')], [MARKED]) }],
    ['in a terminal of script', 'DRIVEN_TERMINAL', { seat: seat([OWN, SHELL], [p('script')]) }],
    ['in a terminal of script, as far as only ps tells', 'DRIVEN_TERMINAL', { seat: seat([OWN, SHELL, p('script')]) }],
    ['in a terminal of expect', 'DRIVEN_TERMINAL', { seat: seat([OWN, SHELL], [p('expect')]) }],
    ['in a terminal of Python', 'DRIVEN_TERMINAL', { seat: seat([OWN, SHELL], [p('python3.12')]) }],
    [
      'in a terminal of Node',
      'DRIVEN_TERMINAL',
      { seat: seat([OWN, SHELL], [p('MainThread', '/usr/bin/node pty.js')]) },
    ],
    [
      'in a terminal of an emulator that an agent started',
      'AGENT_ANCESTOR',
      { seat: seat([OWN, SHELL], [p('xterm'), CLAUDE]) },
    ],
    [
      'in a terminal of an emulator with the mark',
      'AGENT_ENVIRONMENT',
      { seat: seat([OWN, SHELL], [p('xterm', 'xterm', ['AI_AGENT'])]) },
    ],
    [
      'below an agent that a runtime with options runs',
      'AGENT_ANCESTOR',
      { seat: seat([OWN, p('node', 'node --no-warnings=DEP0040 --max-old-space-size=8192 /usr/local/bin/gemini')]) },
    ],
    [
      'below an agent whose command is `agent`',
      'AGENT_ANCESTOR',
      { seat: seat([OWN, p('node', '/home/me/.local/share/cursor-agent/versions/1/node index.js')]) },
    ],
    ['below an agent run as a module', 'AGENT_ANCESTOR', { seat: seat([OWN, p('python3', 'python3 -m aider')]) }],
    [
      'in a terminal of a script in a folder of ideas',
      'DRIVEN_TERMINAL',
      { seat: seat([OWN, SHELL], [p('python3', 'python3 /tmp/idea/pty.py')]) },
    ],
    [
      'in tmux with nobody attached, where the system does not tell who drives a terminal',
      'UNATTENDED',
      { seat: seat([OWN, SHELL, p('tmux', 'tmux new -d')]) },
    ],
    ['in tmux, with nobody attached', 'UNATTENDED', { seat: seat([OWN, SHELL], [p('tmux: server')]) }],
    [
      'in tmux, attached by script',
      'DRIVEN_TERMINAL',
      { seat: seat([OWN, SHELL], [p('tmux: server')]), attached: [seat([p('tmux: client')], [p('script')])] },
    ],
    [
      'in tmux, attached by an agent',
      'AGENT_ANCESTOR',
      { seat: seat([OWN, SHELL], [p('screen', 'SCREEN')]), attached: [seat([p('screen'), CLAUDE], [p('kitty')])] },
    ],
    [
      'in tmux that an agent’s shell started',
      'AGENT_ENVIRONMENT',
      {
        seat: seat([OWN, SHELL], [p('tmux: server', 'tmux new', ['CLAUDECODE'])]),
        attached: [seat([p('tmux: client')], [p('kitty')])],
      },
    ],
  ];
  test.each(nobody)('%s: %s', (_what, fault, change) => {
    expect(judgeTerminal(facts(change))).toMatchObject({ ok: false, fault });
  });
});

describe('D97 a command typed in a session', () => {
  const client = (change: Partial<TerminalFacts> = {}) => facts({ seat: seat([SHELL], [p('kitty')]), ...change });
  const session = (change: Partial<SessionFacts> = {}): SessionFacts => ({
    attended: true,
    main: true,
    client: client(),
    ...change,
  });

  test('counts in an attended session of its own', () => {
    expect(judgeSession(session())).toEqual({ ok: true });
  });

  const rows: [string, TerminalFault, Partial<SessionFacts>][] = [
    ['of a sub-agent', 'AGENT_ANCESTOR', { main: false }],
    ['that nobody attends', 'UNATTENDED', { attended: false }],
    ['whose client is not to be found', 'UNREADABLE_SYSTEM', { client: null }],
    ['of a nested client', 'AGENT_ANCESTOR', { client: client({ seat: seat([SHELL, CLAUDE], [p('kitty')]) }) }],
    [
      'of a client that an agent’s shell left behind',
      'AGENT_ENVIRONMENT',
      { client: client({ seat: seat([MARKED]) }) },
    ],
    ['of a client without a terminal', 'NO_TERMINAL', { client: client({ terminal: false }) }],
    [
      'of a client that a program types into',
      'DRIVEN_TERMINAL',
      { client: client({ seat: seat([SHELL], [p('expect')]) }) },
    ],
    ['of a client in the background', 'BACKGROUND', { client: client({ foreground: false }) }],
  ];
  test.each(rows)('counts for nothing in one %s: %s', (_what, fault, change) => {
    expect(judgeSession(session(change))).toMatchObject({ ok: false, fault });
  });
});

test('D97 a signature is offered only by the command that takes one', () => {
  const { detail, fault } = { fault: 'DRIVEN_TERMINAL' as const, detail: 'expect' };
  expect(describeFault(fault, detail, true)).toContain('--sign');
  expect(describeFault(fault, detail)).toBe(
    'A program is driving this terminal (expect). Use a terminal that a person types in.',
  );
});
