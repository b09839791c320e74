/**
 * Products tell what a caller says of products that the reader cannot know by itself: the caller's own programs,
 * packages and files, and programs that take orders in a person's words. Data only. What the table leaves out has no
 * effect.
 */
export interface Products {
  /** Programs that start commands or publish by a word of their own. */
  readonly programs?: readonly ProductProgram[];
  /** Packages, and the program that `npx <package>` starts. Pruning development dependencies deletes them. */
  readonly packages?: Readonly<Record<string, string>>;
  /** Modules that only a program of the product loads. Whoever else loads or starts them disarms it. */
  readonly modules?: ProductModules;
  /** Beginnings of scripts that only a client starts: `// my-guard launcher`. */
  readonly marks?: readonly string[];
  /** Names of git hooks in a hook manager: to leave one out by `LEFTHOOK_EXCLUDE` disarms. */
  readonly gitHooks?: readonly string[];
  /** Programs that carry out what they are told in words: an order to push among their words publishes. */
  readonly codingAgents?: readonly string[];
  /** Clients that run the product as their hooks, and can be told to leave hooks out. */
  readonly clients?: readonly ProductClient[];
}

/** A product's program is known by whatever spelling. */
export interface ProductProgram {
  /** Names of the program: `tool`, `tool.cjs`. A version may follow (`tool@2`). */
  readonly names: readonly string[];
  /** Ends of paths at which the program's file lies, where its name alone would say nothing: `cli/dist/tool.js`. */
  readonly files?: readonly string[];
  /** Ends of folders in which the program is built: scripts there may load the product's modules. */
  readonly builds?: readonly string[];
  /** Options of the program that take a folder to work in, and may stand before the verb. */
  readonly directoryOptions?: readonly string[];
  /** The verb behind which a command stands that the program starts. */
  readonly wraps?: ProductWrapper;
  /** Verbs that are given a whole command line, which the program starts in a shell of its own. */
  readonly orders?: readonly ProductOrder[];
  /** The verb by which the program publishes commits. */
  readonly publishes?: ProductPublisher;
}

/** A verb that starts the command behind it: `tool exec -- npm test`. */
export interface ProductWrapper {
  readonly verb: string;
  /** How the wrapper is named in the trail of a run (`via`). */
  readonly label: string;
  /** Options of the verb that take the next word. */
  readonly valued?: readonly string[];
  /** Names of files that are this verb by themselves where a runtime of JavaScript starts them. */
  readonly files?: readonly string[];
}

/** A verb with an option whose value is a command line: `tool wait --until 'test -e ready'`. */
export interface ProductOrder {
  readonly verb: string;
  /** How the verb is named in the trail of a run (`via`). */
  readonly label: string;
  readonly option: string;
}

/** A product's publisher is a verb that publishes commits, as in `tool ship`. */
export interface ProductPublisher {
  readonly verb: string;
  /** How the effect names the way of publishing (`front`). */
  readonly label: string;
  /** Words with which the verb stays on the machine. */
  readonly unless?: RegExp;
}

/** Ends of paths of modules; one that ends with a slash is a folder and means every file beneath. */
export interface ProductModules {
  /** Modules that code may not load. */
  readonly loaded: readonly string[];
  /** Modules that a command may not start. */
  readonly started: readonly string[];
  /** First word with which a module may be started all the same. */
  readonly unless?: string;
}

/** A product's client is a program that starts the product's hooks by itself. */
export interface ProductClient {
  /** Name of the client's program. */
  readonly program: string;
  /** Ways to call the program that leave hooks out; the first that fits says what is switched off. */
  readonly disarms: readonly DisarmingWords[];
}

/** Disarming words switch the hooks of a client off. A call has to fit every expression that is given. */
export interface DisarmingWords {
  readonly what: 'hostSettings' | 'hostPlugin';
  /** Fits the words that are no options, with spaces between them. */
  readonly operands?: RegExp;
  /** Fits one of the words. */
  readonly word?: RegExp;
  /** Fits all words, with spaces between them. */
  readonly line?: RegExp;
}
