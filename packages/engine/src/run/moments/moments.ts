import path from 'node:path';
import { type Kinds, kindsOf } from '@flow/core/items';
import { type CitedContent, citedContents, type ItemFact, type Moment, type Workflow } from '@flow/core/workflow';
import { canonical, type Difference, diffLines, git, repositoryState, sha256 } from '@flow/evidence';
import { mergeBase } from '@flow/evidence/git/ancestry';
import { type Base, fetchedBase } from '@flow/evidence/git/base';
import { readerHere } from '../../facts/reader.js';
import type { Surroundings } from '../../places/surroundings.js';
import {
  type DocumentKinds,
  type DocumentPaths,
  documentKinds,
  documentPaths,
  type NamedDocument,
  partFolders,
  type ReadDocuments,
} from '../documents/documents.js';
import type { Run } from '../runs/run.js';
import { isCommitted, isWithinViews } from './is-committed.js';
import { KeptClasses } from './kept-classes.js';
import { MAX_KEPT, readKept, writeKept } from './kept-file.js';
import { type KeptMoments, MomentStore } from './kept-moments.js';
import type { OwnContent, ReadTexts } from './listing.js';
import { type Content, readMoment } from './moment.js';

/** Git's own id of a tree that has nothing. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Number of moments that are kept for one run: the newest are asked for again and again. Documents come besides. */
const KEPT = 1500;
const KEPT_LENGTH = MAX_KEPT / 2;
const KEPT_DOCUMENTS = 100;
const KEPT_TREES = 20;
/** Characters of texts of other files that are kept: configuration and manifests, which each content reads. */
const KEPT_TEXTS = 256 * 1024;

/**
 * Keeps the moments of one run. What was read of a content is kept in the state folder, by content: it is a cache, from
 * which nothing is taken that could not be read again.
 */
export class Moments {
  readonly #around: Surroundings;
  readonly #branch: string;
  readonly #added: readonly ItemFact[];
  readonly #kinds: Kinds;
  readonly #cited: readonly CitedContent[];
  readonly #documents: DocumentPaths;
  readonly #documentKinds: DocumentKinds;
  readonly #parts: DocumentPaths;
  readonly #file: string;
  /** Of all that a moment depends on besides the content. */
  readonly #reading: string;
  readonly #base: Base | null;
  readonly #known: MomentStore;
  /** Keys of contents that git does not have (any more). */
  readonly #gone = new Set<string>();
  readonly #read: ReadDocuments;
  readonly #texts: ReadTexts;
  readonly #own: OwnContent | undefined;
  readonly #classes: KeptClasses;
  /** Of commits, whose trees never change. */
  readonly #trees: Map<string, string>;
  /** By two trees, of a commit and of what was on disk. */
  readonly #committed: Map<string, boolean>;
  /** By two trees, as far as this process has asked. */
  readonly #differences = new Map<string, Difference>();
  readonly #forks = new Map<string | null, string | null>();
  readonly #list: Moment[] = [];
  readonly #places = new Map<string, number>();
  /** Of the moments in `#list`. */
  readonly #keys: string[] = [];
  #isNew = false;

  /**
   * @param added items that were added on the way
   * @param own the content that this process has taken, which no git has to list
   */
  constructor(
    around: Surroundings,
    workflow: Workflow,
    { branch, names }: Run,
    added: readonly ItemFact[],
    own?: OwnContent,
  ) {
    this.#around = around;
    this.#branch = branch;
    this.#added = added;
    this.#kinds = kindsOf(workflow.phases);
    this.#cited = citedContents(workflow);
    this.#documents = documentPaths(workflow, names);
    this.#documentKinds = documentKinds(workflow);
    this.#parts = partFolders(workflow, names);
    const { policy, repository, start } = around;
    const rules = {
      source: policy.source,
      presets: policy.presets.length,
      items: added,
      kinds: this.#kinds,
      cited: this.#cited,
      documents: this.#documents,
      documentKinds: this.#documentKinds,
      parts: this.#parts,
    };
    this.#reading = sha256(canonical(rules)).slice(0, 16);
    const state = repositoryState(repository, start.environment);
    this.#file = path.join(state, `moments-${sha256(branch).slice(0, 16)}.json`);
    this.#classes = new KeptClasses(path.join(state, 'classes.json'), start.environment);
    this.#own = own;
    this.#base = fetchedBase(repository, policy, null, start.deadline);
    const { kept, moments } = this.#load();
    this.#known = new MomentStore(moments);
    this.#read = new Map(Object.entries(kept.documents));
    this.#texts = new Map(Object.entries(kept.texts));
    this.#trees = new Map(Object.entries(kept.trees));
    this.#committed = new Map(Object.entries(kept.committed));
  }

  get base(): Base | null {
    return this.#base;
  }

  get all(): readonly Moment[] {
    return this.#list;
  }

  /** Place of a moment in `all`; -1 for one that cannot be told. */
  placeOf(tree: string | null, head: string | null): number {
    if (tree === null) return -1;
    const content = { tree, fork: this.#forkOf(head) };
    const key = `${this.#reading}:${content.tree}:${content.fork}`;
    const place = this.#places.get(key);
    if (place !== undefined) return place;
    const moment = this.#momentOf(key, content, head);
    // A run stays on its branch; what else git says is asked of the present alone.
    const git = { branch: this.#branch, base: this.#base?.branch ?? null, head };
    const next = moment === null ? -1 : this.#list.push({ ...moment, git }) - 1;
    if (moment !== null) this.#keys.push(key);
    this.#places.set(key, next);
    return next;
  }

  /** Key of a moment: equal keys, equal moments. Undefined for a place where no moment is. */
  keyOf(place: number): string | undefined {
    return this.#keys[place];
  }

  /** The tree of a commit, or of what is checked out where files do not tell its id; null when git does not have it. */
  treeOf(commit: string | null): string | null {
    const known = commit === null ? undefined : this.#trees.get(commit);
    if (known !== undefined) return known;
    const { repository, start } = this.#around;
    const words = ['rev-parse', '--verify', '--quiet', `${commit ?? 'HEAD'}^{tree}`];
    const tree = git(repository, words, { deadline: start.deadline }).stdout.toString('latin1').trim();
    if (tree === '' || commit === null) return tree || null;
    this.#trees.set(commit, tree);
    this.#isNew = true;
    return tree;
  }

  /** Tells whether a commit has the content on disk; git is asked once for each pair. */
  isCommitted(commit: string | null, tree: string): boolean {
    const committed = this.treeOf(commit);
    const key = `${this.#reading}:${committed}:${tree}`;
    const known = this.#committed.get(key);
    if (known !== undefined) return known;
    const seen = this.#differences.get(`${committed} ${tree}`);
    const answer = seen ? isWithinViews(seen.paths) : isCommitted(this.#around, committed, tree);
    if (answer === null) return false;
    this.#committed.set(key, answer);
    this.#isNew = true;
    return answer;
  }

  /** One git answers for the commit at hand, too, where its tree is known: whether it has the content is asked next. */
  #difference(commit: string | null, tree: string, head: string | null): Difference | null {
    const from = commit === null ? EMPTY_TREE : this.treeOf(commit);
    if (from === null) return null;
    const { repository, start } = this.#around;
    const trees = [from, this.#trees.get(head ?? '') ?? from];
    const found = diffLines(repository, trees, tree, { deadline: start.deadline });
    for (const [one, difference] of found) this.#differences.set(`${one} ${tree}`, difference);
    return found.get(from) ?? null;
  }

  /** Keeps what was read for the next time. */
  save(): void {
    if (!this.#isNew) return;
    this.#classes.save();
    const documents = [...this.#read].slice(-KEPT_DOCUMENTS);
    const trees = [...this.#trees].slice(-KEPT_TREES);
    const kept: Kept = {
      reader: readerHere(),
      documents: Object.fromEntries(documents),
      texts: Object.fromEntries(newestTexts(this.#texts)),
      trees: Object.fromEntries(trees),
      committed: Object.fromEntries([...this.#committed].slice(-KEPT_TREES)),
    };
    const lines = [JSON.stringify(kept), this.#known.newest(KEPT, KEPT_LENGTH)];
    writeKept(this.#file, lines, this.#around.start.environment);
  }

  #momentOf(key: string, content: Content, head: string | null): Moment | null {
    const known = this.#known.get(key);
    if (known || this.#gone.has(key)) return known ?? null;
    const { repository, policy, start } = this.#around;
    const { deadline } = start;
    const source = {
      ...{ repository, policy, deadline, environment: start.environment },
      ...{
        documents: this.#documents,
        documentKinds: this.#documentKinds,
        parts: this.#parts,
        added: this.#added,
        kinds: this.#kinds,
        cited: this.#cited,
        read: this.#read,
        texts: this.#texts,
        own: this.#own,
        classes: this.#classes,
      },
      difference: (commit: string | null, tree: string) => this.#difference(commit, tree, head),
    };
    const read = readMoment(source, content);
    if (read === null) {
      this.#gone.add(key);
      return null;
    }
    this.#isNew = true;
    return this.#known.add(key, read);
  }

  /** The commit at which work on a commit left the base branch. */
  #forkOf(head: string | null): string | null {
    if (this.#forks.has(head)) return this.#forks.get(head)!;
    const { repository, start } = this.#around;
    const fork =
      this.#base === null || head === null ? null : mergeBase(repository, this.#base.commit, head, start.deadline);
    this.#forks.set(head, fork);
    return fork;
  }

  #load(): { kept: Kept; moments: KeptMoments | undefined } {
    const [kept, moments] = readKept(this.#file, this.#around.start.environment) as [Kept?, KeptMoments?];
    return kept?.reader === readerHere() ? { kept, moments } : { kept: NOTHING, moments: undefined };
  }
}

/** `Kept` is the head of the file, in front of the moments. */
interface Kept {
  reader: string;
  documents: Record<string, NamedDocument>;
  texts: Record<string, string>;
  trees: Record<string, string>;
  committed: Record<string, boolean>;
}

const NOTHING: Kept = { reader: '', documents: {}, texts: {}, trees: {}, committed: {} };

/** Returns the newest texts that there is room for, in their order. */
function newestTexts(texts: ReadTexts): [id: string, text: string][] {
  let room = KEPT_TEXTS;
  const newest: [string, string][] = [];
  for (const [id, text] of [...texts].reverse()) {
    room -= text.length;
    if (room < 0) break;
    newest.push([id, text]);
  }
  return newest.reverse();
}
