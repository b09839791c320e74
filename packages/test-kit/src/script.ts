/**
 * A script tells what the scripted model does: the main thread's turns, and those of each sub-agent that a marker text
 * tells apart.
 */
export interface Script {
  /** Turns of the main thread, in order. */
  main: readonly ScriptedTurn[];
  /** Turns of a sub-agent, by a text that only its own prompt holds. */
  agents?: Readonly<Record<string, readonly ScriptedTurn[]>>;
  /** How the ids of calls begin: a client that goes on with a session drops answers to ids that the session has had. */
  ids?: string;
  /** Tokens that each answer says it has used. @default 1 of each */
  usage?: { input_tokens: number; output_tokens: number };
}

/** A refusal of a request, as the service says it. */
export interface Refusal {
  refused: { status: number; type: string; message: string; headers?: Readonly<Record<string, string>> };
}

/**
 * A scripted turn is a turn of the assistant, or a function that makes it from the request that asks for it (and may
 * wait).
 */
export type ScriptedTurn = Turn | ((request: ModelRequest) => Turn | Refusal | Promise<Turn | Refusal>);

/** The blocks of one assistant message. A turn with a tool call goes on; one without ends the thread's work. */
export type Turn = readonly Block[];

export type Block = { text: string } | { tool: string; input: Readonly<Record<string, unknown>> };

/** A block of a message as the client sends it. Only what is used here; the rest passes. */
export interface ContentBlock {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  tool_use_id?: string;
  is_error?: boolean;
  content?: string | ContentBlock[];
}

/** A Messages API request, as the client sent it. */
export interface ModelRequest {
  model: string;
  stream?: boolean;
  system?: string | ContentBlock[];
  messages: { role: string; content: string | ContentBlock[] }[];
  tools?: { name: string }[];
}

/** Makes a block of plain text. */
export function say(text: string): Block {
  return { text };
}

/** Makes a call of a tool of the client. */
export function call(tool: string, input: Readonly<Record<string, unknown>>): Block {
  return { tool, input };
}

/** Makes a shell command; `extra` adds fields such as `run_in_background`. */
export function bash(command: string, extra: Readonly<Record<string, unknown>> = {}): Block {
  return call('Bash', { command, description: 'a command', ...extra });
}

/** Returns all text of a message's content, tool results included. */
export function textOf(content: string | readonly ContentBlock[] | undefined): string {
  if (content === undefined) return '';
  if (typeof content === 'string') return content;
  return content.map((block) => block.text ?? textOf(block.content)).join('\n');
}
