/** Options of `run` that take no value. */
const FLAG =
  /^(?:-[ditqPT]+|--(?:rm|init|privileged|read-only|tty|interactive|detach|publish-all|quiet|no-deps|service-ports|use-aliases|build|quiet-pull|remove-orphans|no-TTY))$/;

/** Tells where the image or service of `run` stands among the words, and the options before it with their values. */
export function readRun(words: readonly string[]): { image: number; options: [name: string, value: string][] } {
  const options: [string, string][] = [];
  let image = words.indexOf('run') + 1;
  for (; image > 0 && image < words.length && words[image]?.startsWith('-'); image++) {
    const [, name = '', glued] = /^(--?[\w-]+?)(?:=(.*))?$/s.exec(words[image] as string) ?? [];
    options.push([name, glued ?? (FLAG.test(name) ? '' : (words[++image] ?? ''))]);
  }
  return { image, options };
}

/**
 * Returns the command that a container starts with a program of the command line: `run --entrypoint git image push`.
 */
export function enteredBy(words: readonly string[]): string[] | undefined {
  const { image, options } = readRun(words);
  const program = options.find(([name]) => name === '--entrypoint')?.[1];
  return program === undefined || program === '' ? undefined : [...program.split(' '), ...words.slice(image + 1)];
}
