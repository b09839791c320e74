/** `Named` tells what a line calls a test. */
export interface Named {
  readonly name: string;
  /** A whole class that could not be set up. */
  readonly class?: string;
  /** The line named no class, so that it is of the class above it or of one nested in that. */
  readonly bare?: boolean;
}

/** Names a test of `com.ex.CartTest.totals`, `totals(com.ex.CartTest)`, a whole class, or with the class known `totals`. */
export function nameOf(text: string, known: string): Named {
  const old = /^(.*)\(([A-Za-z_][\w.$]*)\)$/.exec(text);
  if (old && /(?:^|\.)[A-Z][\w$]*$/.test(old[2]!)) {
    const method = old[1]!.startsWith(`${old[2]}.`) ? old[1]!.slice(old[2]!.length + 1) : old[1]!;
    return { name: `${withoutPackage(old[2]!)}.${method}` };
  }
  if (text === known) return { name: text, class: text };
  if (known && (text.startsWith(`${known}.`) || text.startsWith(`${known}$`)))
    return { name: text.slice(known.length - withoutPackage(known).length) };
  // A package's parts are in lower case, a class begins with a capital.
  const path = /^((?:[a-z_]\w*\.)*)([A-Z][\w$]*)(\..*)?$/s.exec(text);
  if (path?.[3] !== undefined) return { name: `${path[2]}${path[3]}` };
  if (path?.[1]) return { name: text, class: text };
  return { name: known && known !== 'TestSuite' ? `${withoutPackage(known)}.${text}` : text, bare: true };
}

/** So much of an entry of the results is looked at for the name. */
const ENTRY_CAP = 400;

/** The name in an entry of the results, if there is one. */
export function nameOfEntry(entry: string): string | undefined {
  const text = entry.slice(0, ENTRY_CAP);
  // The body of a dynamic test, which is no test's name.
  if (/^[\w$.]+\.lambda\$/.test(text)) return undefined;
  const old = /^([^\s(:]\S*?(?:\[.*\])?)\(([\w.$]+)\)(?::|$)/.exec(text);
  if (old) return `${withoutPackage(old[2]!)}.${old[1]}`;
  const whole = /^(?:[a-z_]\w*\.)*([A-Z][\w$]*)(?::|$)/.exec(text);
  if (whole) return whole[1]!;
  // `Sub>Base.method:12->helper:20 message` is a test of Sub; names of Kotlin and Groovy have blanks up to the line.
  const match =
    /^([\w$.]+?)(?:>[\w$.]+)?\.((?:[\w$]+(?: [^\s:>»]+)+(?=:\d+(?:->| |$)))|[\w$]+(?:\[[^\]]*\])?)(?::\d+)?(?:(?:->| |:).*)?$/.exec(
      text,
    );
  return match ? `${withoutPackage(match[1]!)}.${match[2]}` : undefined;
}

function withoutPackage(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The class of a test, or the class that is named itself. */
export function classOf(full: string): string {
  const name = full.replace(/^(?:[a-z_]\w*\.)+/, '');
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}
