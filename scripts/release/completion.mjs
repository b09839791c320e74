import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/*
 * What an editor offers while a YAML file is typed, asked as editors ask: yaml-language-server over standard input and
 * output. Format: https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
 */

/** Milliseconds after which the server counts as silent. */
const HANGS = 30_000;
/** Nothing is fetched: what is offered comes from the file that the first line names. */
const SETTINGS = { schemaStore: { enable: false }, completion: true, validate: false };

/** Hands each whole message of a stream on, with its header taken off. */
function messages(handle) {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf('\r\n\r\n');
      const length = Number(/Content-Length: (\d+)/i.exec(rest.toString('latin1', 0, Math.max(end, 0)))?.[1]);
      if (end < 0 || rest.length < end + 4 + length) return;
      handle(JSON.parse(rest.toString('utf8', end + 4, end + 4 + length)));
      rest = rest.subarray(end + 4 + length);
    }
  };
}

/**
 * Asks a language server what it offers at the end of texts that are typed into files.
 * @param at `{ server, cwd, env, typed }`: the words that start the server, and `{ file, text }[]`
 * @returns for each text the labels that are offered: `string[][]`
 * @throws where the server ends, or says nothing for half a minute
 */
export async function offered({ server: [command, ...words], cwd, env, typed }) {
  const child = spawn(command, words, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waiting = new Map();
  let said = '';
  let fail;
  const failed = new Promise((_, reject) => {
    fail = (why) => reject(new Error(`yaml-language-server ${why}\n${said}`));
  });
  const silent = setTimeout(() => fail('says nothing'), HANGS);
  const send = (message) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  let last = 0;
  const ask = (method, params) => {
    const id = ++last;
    send({ id, method, params });
    return Promise.race([new Promise((resolve) => waiting.set(id, resolve)), failed]);
  };
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.on('error', (error) => fail(error.message));
  child.on('exit', (status) => fail(`ended with ${status}`));
  child.stdin.on('error', () => {});
  child.stdout.on(
    'data',
    messages(({ id, method, params, result }) => {
      if (method === undefined) waiting.get(id)?.(result);
      // A question of the server: of settings one answer for each section, of all else none.
      else if (id !== undefined)
        send({ id, result: params?.items?.map(({ section }) => (section === 'yaml' ? SETTINGS : {})) ?? null });
    }),
  );
  try {
    const capabilities = { workspace: { configuration: true }, textDocument: { completion: {} } };
    await ask('initialize', { processId: process.pid, rootUri: pathToFileURL(cwd).href, capabilities });
    send({ method: 'initialized', params: {} });
    const answers = [];
    for (const { file, text } of typed) {
      const uri = pathToFileURL(file).href;
      send({
        method: 'textDocument/didOpen',
        params: { textDocument: { uri, languageId: 'yaml', version: 1, text } },
      });
      const lines = text.split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1).length };
      const list = await ask('textDocument/completion', { textDocument: { uri }, position });
      answers.push((list?.items ?? list ?? []).map(({ label }) => label));
    }
    return answers;
  } finally {
    clearTimeout(silent);
    failed.catch(() => {});
    child.kill();
  }
}
