import { getNodeValue, type Node, parseTree, printParseErrorCode, stripComments } from 'jsonc-parser';

/** The reason why a settings file is refused, and where: line and column count from 1. */
export interface SettingsProblem {
  line: number;
  column: number;
  message: string;
}

/** A settings file that can be edited. */
export interface SettingsDocument {
  text: string;
  root: Node;
  hooks: Node | undefined;
  hasComments: boolean;
}

/** Parses a settings file and checks what the host would drop it for. */
export function readDocument(
  text: string,
): { ok: true; document: SettingsDocument } | { ok: false; problems: SettingsProblem[] } {
  // A byte order mark is not JSON; a blank of the same length keeps all offsets.
  const body = text.replace(/^\uFEFF/, ' ');
  const errors: { error: number; offset: number; length: number }[] = [];
  const root = parseTree(body, errors, { allowTrailingComma: false, disallowComments: false });
  const first = errors[0];
  if (first) return refuse(text, first.offset, `not valid JSON: ${describeParseError(first.error)}`);
  const bare = stripComments(body, ' ');
  const strict = strictProblem(bare);
  if (strict) return refuse(text, strict.offset, `not valid JSON: ${strict.message}`);
  if (root?.type !== 'object') return refuse(text, root?.offset ?? 0, 'the settings must be an object');
  const hooksProperties = propertiesOf(root).filter((property) => keyOf(property) === 'hooks');
  const twice = hooksProperties[1];
  if (twice) return refuse(text, twice.offset, '"hooks" is defined twice; the client reads only the last one');
  const hooks = hooksProperties[0]?.children?.[1];
  if (hooks && hooks.type !== 'object') return refuse(text, hooks.offset, '"hooks" must be an object');
  const problem = hooks ? shapeProblem(hooks) : null;
  if (problem) return refuse(text, problem.offset, problem.message);
  return { ok: true, document: { text, root, hooks, hasComments: bare !== body } };
}

/** Switches that stand among the events, in the settings of Factory Droid. */
const SWITCHES = ['hooksDisabled', 'showHookOutput'];

/** `shapeProblem` finds a wrong shape below `hooks`: the host drops the whole file for one. */
function shapeProblem(hooks: Node): { offset: number; message: string } | null {
  const seen = new Set<string>();
  for (const property of propertiesOf(hooks)) {
    const event = keyOf(property);
    const name = JSON.stringify(event);
    if (seen.has(event)) return { offset: property.offset, message: `${name} is defined twice in "hooks"` };
    seen.add(event);
    const groups = property.children?.[1];
    if (groups?.type === 'boolean' && SWITCHES.includes(event)) continue;
    if (groups?.type !== 'array') {
      return { offset: groups?.offset ?? property.offset, message: `"hooks.${event}" must be an array` };
    }
    for (const group of groups.children ?? []) {
      if (group.type !== 'object') return { offset: group.offset, message: `"hooks.${event}" must contain objects` };
      const fields = propertiesOf(group);
      const lists = fields.filter((field) => keyOf(field) === 'hooks').map((field) => field.children?.[1]);
      if (lists.length > 1) return { offset: group.offset, message: `"hooks" is defined twice in a group of ${name}` };
      const list = lists[0];
      if (list && list.type !== 'array') {
        return { offset: list.offset, message: `"hooks" in a group of ${name} must be an array` };
      }
    }
  }
  return null;
}

function strictProblem(text: string): { offset: number; message: string } | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { offset: Number(/position (\d+)/.exec(message)?.[1] ?? 0), message: message.replace(/,? ?in JSON.*/s, '') };
  }
}

function refuse(text: string, offset: number, message: string): { ok: false; problems: SettingsProblem[] } {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { ok: false, problems: [{ line, column: offset - (before.lastIndexOf('\n') + 1) + 1, message }] };
}

function describeParseError(code: number): string {
  // `CommaExpected` to `comma expected`.
  return printParseErrorCode(code)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
}

/** Returns the properties of an object; none for anything else. */
export function propertiesOf(node: Node): Node[] {
  return node.type === 'object' ? (node.children ?? []) : [];
}

/** Returns the key of a property. */
export function keyOf(property: Node): string {
  return String(property.children?.[0]?.value ?? '');
}

/** Returns a node's value with the prototypes of ordinary JSON (`getNodeValue` makes objects without one). */
export function plainValue(node: Node): unknown {
  return JSON.parse(JSON.stringify(getNodeValue(node)));
}
