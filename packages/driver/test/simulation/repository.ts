import type { Said } from '../../src/git.js';

/** A commit as the played git keeps it. */
export interface Commit {
  files: ReadonlyMap<string, string>;
  parents: readonly string[];
  message: string;
}

/** A work tree as the played git keeps it. */
interface Tree {
  /** Null where a commit is checked out. */
  branch: string | null;
  head: string;
  /** What lies on disk. */
  files: Map<string, string>;
  reason: string | null;
  merging: { own: string; conflicts: string[]; message: string } | null;
}

const OK = (stdout = ''): Said => ({ status: 0, stdout, stderr: '' });
const NO = (status: number, stderr = ''): Said => ({ status, stdout: '', stderr });

/** The words of git that change something. */
const CHANGING = /^(?:stash|worktree add|worktree prune|merge|checkout|add|commit|update-ref)\b/;

/** A repository as data: it answers what a driver and its sessions ask of git, as far as they ask. */
export class Repository {
  readonly commits = new Map<string, Commit>();
  readonly refs = new Map<string, string>();
  readonly trees = new Map<string, Tree>();
  readonly main: string;
  /** The verb that git has no answer to. */
  broken: string | null = null;

  constructor(main: string, home: string, branch: string, files: Readonly<Record<string, string>>) {
    this.main = main;
    const first = this.commit(new Map(Object.entries(files)), [], 'first');
    this.refs.set('refs/heads/main', first).set(`refs/heads/${branch}`, first);
    for (const [folder, name] of [
      [main, 'main'],
      [home, branch],
    ] as const)
      this.trees.set(folder, this.#treeAt(name, first, null));
  }

  changes = (words: readonly string[]) => CHANGING.test(words.join(' '));

  run(folder: string, words: readonly string[]): Said {
    const [verb = '', ...rest] = words;
    if (verb === this.broken) return NO(128, 'the disk is gone');
    const named = rest.filter((word) => !word.startsWith('-'));
    switch (verb) {
      case 'rev-parse':
        return this.#revParse(folder, rest, named);
      case 'for-each-ref': {
        const tip = rest.find((word) => word.startsWith('--merged='))?.slice('--merged='.length);
        const lines = [...this.refs].filter(
          ([name, commit]) =>
            named.some((prefix) => name.startsWith(prefix)) && (tip === undefined || this.isAncestor(commit, tip)),
        );
        return OK(lines.map(([name, commit]) => `${commit} ${name}`).join('\n'));
      }
      case 'merge-base':
        return this.isAncestor(named[0]!, named[1]!) ? OK() : NO(1);
      case 'worktree':
        return this.#worktree(rest);
      case 'status':
        return OK(
          this.changed(folder)
            .map((file) => ` M ${file}\0`)
            .join(''),
        );
      case 'diff':
        return OK((this.trees.get(folder)?.merging?.conflicts ?? []).join('\n'));
      case 'merge':
        return this.#merge(folder, rest);
      case 'checkout':
        return this.#checkout(folder, rest);
      case 'stash': {
        if (this.changed(folder).length === 0) return OK();
        return OK(this.commit(this.trees.get(folder)!.files, [this.headOf(folder)], 'kept'));
      }
      case 'symbolic-ref': {
        const { branch } = this.trees.get(folder)!;
        return branch === null ? NO(1) : OK(`refs/heads/${branch}`);
      }
      case 'add':
        return OK();
      case 'commit':
        return this.#commitIn(folder, rest);
      case 'update-ref':
        return this.#updateRef(rest);
      default:
        return NO(129, `the played git knows no ${verb}`);
    }
  }

  commit(files: ReadonlyMap<string, string>, parents: readonly string[], message: string): string {
    const id = (this.commits.size + 1).toString(16).padStart(40, '0');
    this.commits.set(id, { files: new Map(files), parents, message });
    return id;
  }

  headOf(folder: string): string {
    const tree = this.trees.get(folder)!;
    return tree.branch === null ? tree.head : this.refs.get(`refs/heads/${tree.branch}`)!;
  }

  /** Files that differ from what is checked out. */
  changed(folder: string): string[] {
    const { files } = this.trees.get(folder)!;
    const at = this.commits.get(this.headOf(folder))!.files;
    return [...new Set([...files.keys(), ...at.keys()])].filter((file) => files.get(file) !== at.get(file)).sort();
  }

  /** All commits that a commit builds on, and itself. */
  *history(commit: string): Iterable<string> {
    const seen = new Set([commit]);
    for (const one of seen) {
      yield one;
      for (const parent of this.commits.get(one)!.parents) seen.add(parent);
    }
  }

  isAncestor(older: string, newer: string): boolean {
    return new Set(this.history(newer)).has(older);
  }

  /** Commits everything that is changed. */
  commitAll(folder: string, message: string): void {
    this.#commitIn(folder, ['--all', '-m', message]);
  }

  /** Merges a branch as a person does who takes both sides of each line that conflicts. */
  mergeBoth(folder: string, branch: string): void {
    if (this.#merge(folder, ['--no-edit', `refs/heads/${branch}`]).status === 0) return;
    const tree = this.trees.get(folder)!;
    const theirs = this.commits.get(tree.merging!.own)!.files;
    for (const file of tree.merging!.conflicts) {
      const lines = [tree.files.get(file), theirs.get(file)].flatMap((text) => (text ?? '').split('\n'));
      tree.files.set(file, [...new Set(lines.filter(Boolean))].sort().join('\n'));
    }
    this.#commitIn(folder, ['--all', '--no-edit']);
  }

  #treeAt(branch: string | null, commit: string, reason: string | null): Tree {
    return { branch, head: commit, files: new Map(this.commits.get(commit)!.files), reason, merging: null };
  }

  #resolve(folder: string, name: string): string | undefined {
    const plain = name.replace(/\^\{commit\}$/, '');
    if (plain === 'HEAD') return this.headOf(folder);
    return this.refs.get(plain) ?? (this.commits.has(plain) ? plain : undefined);
  }

  #revParse(folder: string, words: readonly string[], [name = '']: string[]): Said {
    if (words.includes('--absolute-git-dir')) return OK(`${folder}/.git`);
    const commit = this.#resolve(folder, name);
    if (commit !== undefined) return OK(commit);
    return NO(words.includes('--quiet') ? 1 : 128, `no ${name}`);
  }

  #worktree([verb, ...words]: readonly string[]): Said {
    if (verb === 'list') {
      const lines = [...this.trees].map(([folder, { branch }]) => `worktree ${folder}\nbranch refs/heads/${branch}\n`);
      return OK(lines.join('\n'));
    }
    if (verb !== 'add') return OK();
    const reason = words[words.indexOf('--reason') + 1]!;
    const named = words.filter((word, at) => !word.startsWith('-') && !/^(?:--reason)$/.test(words[at - 1] ?? ''));
    if (words.includes('-b')) {
      const [branch = '', folder = '', tip = ''] = named;
      if (this.refs.has(`refs/heads/${branch}`)) return NO(255, 'the branch is there');
      if (this.trees.has(folder)) return NO(128, 'the folder is there');
      this.refs.set(`refs/heads/${branch}`, tip);
      this.trees.set(folder, this.#treeAt(branch, tip, reason));
      return OK();
    }
    const [folder = '', from = ''] = named;
    if (this.trees.has(folder)) return NO(128, 'the folder is there');
    const own = this.refs.get(`refs/heads/${from}`);
    this.trees.set(folder, this.#treeAt(own === undefined ? null : from, own ?? from, reason));
    return OK();
  }

  #merge(folder: string, words: readonly string[]): Said {
    const tree = this.trees.get(folder)!;
    if (words.includes('--abort')) {
      if (tree.merging === null) return NO(128, 'no merge');
      tree.merging = null;
      tree.files = new Map(this.commits.get(this.headOf(folder))!.files);
      return OK();
    }
    const named = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-m');
    const own = this.#resolve(folder, named.at(-1)!)!;
    const head = this.headOf(folder);
    if (this.isAncestor(own, head)) return OK();
    if (words.includes('--ff-only')) {
      const inWay = this.changed(folder).filter(
        (file) => this.commits.get(own)!.files.get(file) !== this.commits.get(head)!.files.get(file),
      );
      if (!this.isAncestor(head, own) || inWay.length > 0) return NO(128, `not possible: ${inWay.join(' ')}`);
      this.#move(folder, own);
      return OK();
    }
    const message = words[words.indexOf('-m') + 1] ?? 'merge';
    const base = this.#base(head, own);
    const [ours, theirs, before] = [head, own, base].map((one) => this.commits.get(one)!.files) as [
      ReadonlyMap<string, string>,
      ReadonlyMap<string, string>,
      ReadonlyMap<string, string>,
    ];
    const merged = new Map(ours);
    const conflicts: string[] = [];
    for (const [file, text] of theirs) {
      if (text === ours.get(file) || text === before.get(file)) continue;
      if (ours.get(file) === before.get(file)) merged.set(file, text);
      else conflicts.push(file);
    }
    for (const file of this.changed(folder)) if (merged.get(file) !== ours.get(file)) return NO(128, 'in the way');
    const dirty = this.changed(folder).map((file) => [file, tree.files.get(file)] as const);
    tree.files = new Map(merged);
    for (const [file, text] of dirty) text === undefined ? tree.files.delete(file) : tree.files.set(file, text);
    if (conflicts.length > 0) {
      tree.merging = { own, conflicts, message };
      return NO(1, 'conflict');
    }
    this.#move(folder, this.commit(merged, [head, own], message), false);
    return OK();
  }

  /** The newest commit that two build on. */
  #base(one: string, other: string): string {
    const common = new Set(this.history(other));
    const shared = [...this.history(one)].filter((commit) => common.has(commit));
    return shared.reduce((best, commit) => (this.isAncestor(best, commit) ? commit : best));
  }

  #checkout(folder: string, words: readonly string[]): Said {
    const tree = this.trees.get(folder)!;
    if (words.includes('--ours')) return OK();
    tree.branch = null;
    tree.merging = null;
    this.#move(folder, words.at(-1)!);
    return OK();
  }

  #commitIn(folder: string, words: readonly string[]): Said {
    const tree = this.trees.get(folder)!;
    const head = this.headOf(folder);
    const only = words.includes('--') ? new Set(words.slice(words.indexOf('--') + 1)) : null;
    const files = new Map(this.commits.get(head)!.files);
    for (const file of this.changed(folder)) {
      if (only !== null && !only.has(file)) continue;
      const text = tree.files.get(file);
      if (text === undefined) files.delete(file);
      else files.set(file, text);
    }
    const parents = tree.merging === null ? [head] : [head, tree.merging.own];
    if (parents.length === 1 && this.changed(folder).length === 0) return NO(1, 'nothing to commit');
    const message = words.includes('-m') ? words[words.indexOf('-m') + 1]! : (tree.merging?.message ?? 'merge');
    tree.merging = null;
    this.#move(folder, this.commit(files, parents, message), false);
    return OK();
  }

  #updateRef(words: readonly string[]): Said {
    const named = words.filter((word, at) => !word.startsWith('-') && words[at - 1] !== '-m');
    const [name = '', to = '', from] = named;
    if (from !== undefined && from !== (this.refs.get(name) ?? '')) return NO(128, `${name} has moved`);
    this.refs.set(name, to);
    return OK();
  }

  #move(folder: string, commit: string, isChecked = true): void {
    const tree = this.trees.get(folder)!;
    if (tree.branch === null) tree.head = commit;
    else this.refs.set(`refs/heads/${tree.branch}`, commit);
    if (isChecked) tree.files = new Map(this.commits.get(commit)!.files);
  }
}
