import { type Call, type Command, EXIT } from './command.js';

declare const FLOW_VERSION: string;

export const mcp: Command = {
  name: 'mcp',
  group: 'workflow',
  summary: 'answer questions about the run to a client of the Model Context Protocol, on standard input and output',
  examples: [
    ['mcp < /dev/null', 'what a client starts by itself; it ends with its input, and changes nothing'],
    ['-C ../cart mcp', 'the same about another folder, for a client that starts it elsewhere'],
  ],
  run: serve,
};

/** Serves until the client closes the input. Standard output is the protocol's alone. */
async function serve(call: Call) {
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { QUESTIONS, told } = await import('../mcp/questions.js');
  const server = new McpServer({ name: 'flow', version: FLOW_VERSION });
  // What a command tells while it works has no place in an answer.
  const asked: Call = { ...call, json: false, isQuiet: true, tell: () => {}, show: () => {} };
  for (const question of QUESTIONS) {
    const { name, description, given: inputSchema } = question;
    const annotations = { readOnlyHint: true, openWorldHint: false };
    server.registerTool(name, { description, inputSchema, annotations }, (given) => told(question, asked, given));
  }
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
  return { exit: EXIT.ok, text: '', isVerbatim: true as const };
}
