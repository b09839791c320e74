import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answerOf, HOST_TIMEOUT_MS } from '../hook.js';
import type { Ask } from '../judge.js';
import { runBounded } from '../run-bounded.js';
import { type SetUp, setUpOf } from '../set-ups.js';
import type { Peer, Surroundings } from './peer.js';

/** Asks a peer in the place of our product: configured anew for each row, the same event, the answer as the host reads it. */
export function askPeer(peer: Peer, folder: string): Ask {
  return async (event, row, sandbox) => {
    if (!new RegExp(`^(?:${peer.tools.source})$`).test(String(event.tool_name))) {
      return { verdict: 'allow', reason: '', told: '' };
    }
    const ended = await runBounded(process.execPath, programOf(peer, folder), {
      cwd: sandbox.root,
      environment: {
        ...sandbox.environment,
        CLAUDE_PROJECT_DIR: sandbox.root,
        ...configure(peer, sandbox, setUpOf(row.setup)),
      },
      input: JSON.stringify(event),
      timeoutMs: HOST_TIMEOUT_MS,
    });
    return answerOf(ended);
  };
}

/** The words after `node` that start a peer. */
export function programOf(peer: Peer, folder: string): string[] {
  const [program, ...words] = peer.hook;
  return [path.join(folder, program), ...words];
}

/** Writes a peer's configuration. @returns the variables of its process that are its own */
export function configure(peer: Peer, surroundings: Surroundings, setUp: SetUp): Record<string, string> {
  const { files, environment } = peer.configure(surroundings, setUp);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return { ...environment };
}
