import type { ClaimFact, DocumentView, ItemFact, Moment } from './facts.js';
import { itemContents } from './item-contents.js';

/** Moment parts hold what a moment is made of, in words: equal words, equal content. */
export interface MomentParts {
  /** Content by class of files: `source`, `test`, `build`, `generated`, `document`, `other`. */
  classes?: Readonly<Record<string, string>>;
  /** Content of the files that an item lists, by the item's id: they are part of what can change a run's outcome. */
  files?: Readonly<Record<string, string>>;
  /** The content that the work began with; the diff to it does not change with it. */
  base?: string;
  documents?: Readonly<Record<string, DocumentView>>;
  claims?: readonly ClaimFact[];
  items?: readonly ItemFact[];
  suites?: readonly Pick<Moment['suites'][number], 'id' | 'question' | 'command'>[];
  reviewers?: readonly string[];
  git?: Moment['git'];
}

/** Classes of files that can change the outcome of a run. */
const RELEVANT = ['source', 'test', 'build'] as const;

const NOWHERE: Moment['git'] = { branch: null, base: null, head: null };

const words = (all: Readonly<Record<string, string>>, join: string) =>
  Object.entries(all)
    .map(([name, content]) => `${name}=${content}`)
    .join(join);

/**
 * Makes a moment for an example or a test, with the contents that the program would tell of it: what can change a run's outcome,
 * the diff, the tree, documents, and items with their parts.
 */
export function makeMoment(parts: MomentParts): Moment {
  const { classes = {}, files = {}, base = '', documents = {}, claims = [], items = [], suites = [] } = parts;
  const counted = Object.fromEntries(RELEVANT.flatMap((name) => (name in classes ? [[name, classes[name]!]] : [])));
  const diff = [words(counted, '+'), words(files, '+')].join('+');
  const relevant = `${base}+${diff}`;
  const told = Object.entries(documents).map(([name, { digest }]) => [`doc:${name}`, digest] as const);
  const own = ({ id }: ItemFact) => files[id] ?? '';
  return {
    contents: {
      ...classes,
      relevant,
      diff,
      tree: `${relevant}+${words(Object.fromEntries(told), '+')}`,
      ...Object.fromEntries(told),
      ...itemContents(items, { own, together: (all) => all.join('+') }),
    },
    documents,
    claims,
    suites: suites.map((suite) => ({ ...suite, content: relevant })),
    items,
    ...(parts.reviewers ? { reviewers: parts.reviewers } : {}),
    git: parts.git ?? NOWHERE,
  };
}
