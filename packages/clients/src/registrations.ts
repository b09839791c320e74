/**
 * `LAUNCHER_PATH` is the path of the launcher in a repository. Our own entries in a settings file are recognised by the
 * path, too.
 */
export const LAUNCHER_PATH = '.claude/hooks/flow.cjs';

/**
 * `FRONT_PATH` is the path of the front in a repository: the file of a shell that answers calls of the shell with nothing to do, where
 * the policy says so. It names no launcher, so that neither is taken for the other.
 */
export const FRONT_PATH = '.claude/hooks/flow-front';

/** A registration is a host event that our hooks listen to. */
export interface Registration {
  event: string;
  /** The tools whose calls are meant. Without a matcher the event takes none, or every call is meant. */
  matcher?: string;
  /** Guards say `block`: a crash or a time-out must not let the call through. */
  onFailure?: 'block';
  /** What is started. @default `node`, with the launcher as its first word */
  starts?: 'launcher' | 'front' | 'chmod';
}

/**
 * `SHEBANG` is the first line of the launcher, which the system reads where a client starts the file by its name. It is the same
 * in every version, so that no merge of two versions changes it.
 */
export const SHEBANG = '#!/usr/bin/env node';

/** The one tool whose calls a front takes. */
export const FRONT_TOOL = 'Bash';

/** Returns a matcher of ours without the calls that a front takes. */
export function besideFront(matcher: string): string {
  return matcher.startsWith('^(?!(')
    ? matcher.replace('^(?!(', `^(?!(${FRONT_TOOL}|`)
    : matcher.replace(`(${FRONT_TOOL}|`, '(');
}

/**
 * Returns the registrations by which the launcher is started by its name. Another client that reads the file and drops the words
 * behind a command then starts a file that does nothing without them, and no interpreter that would take the event for a program.
 * @param hasFront calls of the shell, before and after, are met by a front
 */
export function startedByName(registrations: readonly Registration[], hasFront: boolean): Registration[] {
  const asked = registrations.flatMap((one): Registration[] => {
    const { event, matcher } = one;
    if (!hasFront || (event !== 'PreToolUse' && event !== 'PostToolUse') || matcher === undefined)
      return [{ ...one, starts: 'launcher' }];
    return [
      { ...one, matcher: FRONT_TOOL, starts: 'front' },
      { ...one, matcher: besideFront(matcher), starts: 'launcher' },
    ];
  });
  return [{ event: 'SessionStart', starts: 'chmod' }, ...asked];
}

/**
 * Tools that cannot write are left out by name, so that a tool nobody has heard of is judged.
 * The parentheses make the host read it as a regular expression.
 */
export const GUARDED_TOOLS = '^(?!(Read|Glob|Grep|LS|WebSearch|WebFetch|TodoWrite)$)';

/** The matcher of guarded calls where reading secrets is guarded, too: only then a reading call waits for a process. */
export const GUARDED_WITH_READS = '^(?!(Glob|LS|WebSearch|WebFetch|TodoWrite)$)';

/**
 * Tools whose result can hold a test run, that may have written where their input does not say, or had the client read a
 * text, and sub-agents.
 */
export const OBSERVED_TOOLS = '^(Bash|PowerShell|Agent|Task|Skill|mcp__.*)$';

/**
 * The matcher of observed calls where files are formatted or looked at behind edits: nobody else waits for a process at
 * the end of each edit.
 */
export const OBSERVED_WITH_EDITS = '^(Bash|PowerShell|Agent|Task|Skill|Write|Edit|MultiEdit|mcp__.*)$';

/** Tools whose failure can be a red test run. */
export const FAILING_TOOLS = 'Bash|PowerShell';

/** The event before a shell command in the text of a skill or a command runs. */
export const SKILL_SHELL_EVENT = 'PreSkillShellCommand';

/** The events that an installation registers, in the order in which they are written. */
export const REGISTRATIONS: readonly Registration[] = [
  { event: 'SessionStart' },
  { event: 'UserPromptSubmit' },
  { event: 'UserPromptExpansion' },
  { event: 'SubagentStart' },
  { event: 'SubagentStop' },
  { event: 'Stop' },
  // These only tell. `WorktreeCreate` does not: a hook on it takes the place of git.
  { event: 'StopFailure' },
  { event: 'TaskCompleted' },
  { event: 'CwdChanged' },
  { event: 'PreToolUse', matcher: GUARDED_TOOLS, onFailure: 'block' },
  // Claude Code 2.1.332 and later. Earlier ones leave out an event that they do not know, and keep the rest.
  { event: SKILL_SHELL_EVENT, onFailure: 'block' },
  { event: 'PostToolUse', matcher: OBSERVED_TOOLS },
  { event: 'PostToolUseFailure', matcher: FAILING_TOOLS },
  { event: 'ConfigChange', onFailure: 'block' },
];

/** Seconds after which the host gives up on a hook; ours gives up after five. */
export const HOST_TIMEOUT_SECONDS = 10;

/** A handler in the form that a client reads from its file; with `args` no shell is in between. */
export interface Handler {
  type: 'command';
  /** The name by which people see it, in clients that show one. */
  name?: string;
  command: string;
  args?: string[];
  timeout: number;
  onFailure?: 'block';
}

/** A handler group is an element of `hooks.<Event>`. */
export interface HandlerGroup {
  matcher?: string;
  hooks: Handler[];
}

/** A line for a shell, the same for all projects: a file that is unpacked or copied may have lost what it is started by. */
const CHMOD = [LAUNCHER_PATH, FRONT_PATH]
  .map((file) => `"$CLAUDE_PROJECT_DIR/${file}"`)
  .map((file) => `{ [ ! -f ${file} ] || [ -x ${file} ] || chmod +x ${file}; }`)
  .join('; ');

function startOf({ event, starts }: Registration): Pick<Handler, 'command' | 'args'> {
  const named = (file: string) => `\${CLAUDE_PROJECT_DIR}/${file}`;
  switch (starts) {
    case 'chmod':
      return { command: CHMOD };
    case 'front':
      return { command: named(FRONT_PATH), args: [event] };
    case 'launcher':
      return { command: named(LAUNCHER_PATH), args: [event] };
    default:
      return { command: 'node', args: [named(LAUNCHER_PATH), event] };
  }
}

/** A flat handler stands in `hooks.<Event>` itself, in clients that know no groups. */
export interface FlatHandler {
  type: 'command';
  command: string;
  timeout: number;
  failClosed?: true;
}

/** Returns the handler of an entry, with or without a group around it. */
export const handlerOf = (entry: HandlerGroup | FlatHandler): Handler | FlatHandler =>
  'hooks' in entry ? entry.hooks[0]! : entry;

/** Returns the group that a registration should have in the settings file of Claude Code. */
export function groupOf(registration: Registration): HandlerGroup {
  const handler: Handler = {
    type: 'command',
    ...startOf(registration),
    timeout: HOST_TIMEOUT_SECONDS,
    ...(registration.onFailure && { onFailure: registration.onFailure }),
  };
  return { ...(registration.matcher !== undefined && { matcher: registration.matcher }), hooks: [handler] };
}
