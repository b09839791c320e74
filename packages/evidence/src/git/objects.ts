import { git } from './git.js';
import type { Repository } from './repository.js';

/** A git object tells what git has under a name. */
export interface GitObject {
  id: string;
  /** `blob`, `commit`, `tree` or `tag`. */
  type: string;
  bytes: Buffer;
}

/** Git's store has other content under an id than the id says. */
export class ForgedError extends Error {
  constructor(what: string) {
    super(`git has other content under an id than that id says (${what}): \`git fsck\` names the objects`);
  }
}

/**
 * Tells whether an object is what its id says. Git itself does not look: by the index of a pack, or a file in the place of an
 * object, it gives another one under that id.
 */
export function isItself({ id, type, bytes }: GitObject): boolean {
  const { createHash } = process.getBuiltinModule('node:crypto');
  const hash = createHash(id.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`${type} ${bytes.length}\0`).update(bytes).digest('hex') === id;
}

/**
 * Reads objects by their names from git in as few processes as can be: what was announced comes with the first that is
 * asked for.
 */
export class Objects {
  private readonly announced = new Set<string>();
  private readonly known = new Map<string, GitObject | null>();
  private readonly repository: Repository;
  private readonly deadline: number;

  constructor(repository: Repository, deadline: number) {
    this.repository = repository;
    this.deadline = deadline;
  }

  /** Says that these may be asked for; costs nothing as long as nothing is. */
  announce(names: readonly string[]): void {
    for (const name of names) if (!this.known.has(name)) this.announced.add(name);
  }

  /**
   * @param name anything that names one object: a commit, `<tree>:<path>`
   * @returns null for what git does not have, or has under no single name
   * @throws DeadlineError, and ForgedError where git has something else under an id
   */
  read(name: string): GitObject | null {
    if (!this.known.has(name)) {
      this.announced.add(name);
      this.ask([...this.announced]);
      this.announced.clear();
    }
    return this.known.get(name) ?? null;
  }

  private ask(names: readonly string[]): void {
    for (const name of names) this.known.set(name, null);
    // The batch form takes names as they are, one a line.
    const asked = names.filter((name) => !name.includes('\n'));
    const input = asked.map((name) => `${name}\n`).join('');
    const { status, stdout } = git(this.repository, ['cat-file', '--batch'], { deadline: this.deadline, input });
    if (status !== 0) return;
    let at = 0;
    for (const name of asked) {
      const newline = stdout.indexOf(10, at);
      if (newline < 0) return;
      const found = /^([0-9a-f]+) (\w+) (\d+)$/.exec(stdout.toString('utf8', at, newline));
      at = newline + 1;
      if (!found) continue;
      const [, id, type, size] = found;
      const object = { id: id!, type: type!, bytes: stdout.subarray(at, at + Number(size)) };
      if (!isItself(object)) throw new ForgedError(id!);
      this.known.set(name, object);
      at += Number(size) + 1;
    }
  }
}
