import { clean } from '../text/clean.js';

/** Variables that set in a call change what runs, as a part of the project's own configuration, by the runner. */
const CONFIGURED: Readonly<Record<string, Readonly<Record<string, (value: string) => string>>>> = {
  pytest: {
    PYTHONPATH: (value) =>
      `\`pythonpath = [${value
        .split(':')
        .filter(Boolean)
        .map((one) => `"${one}"`)
        .join(', ')}]\` under \`[tool.pytest.ini_options]\` in pyproject.toml`,
    PYTEST_ADDOPTS: (value) => `\`addopts = "${value}"\` under \`[tool.pytest.ini_options]\` in pyproject.toml`,
  },
};

const ASSIGNED = /(?:^|\s)([A-Za-z_]\w*)=('[^']*'|"[^"]*"|[^\s'";&|]*)/g;

/** Returns a command without the variables that are set in front of it; null where none stands there. */
export function withoutVariables(command: string): string | null {
  const [, enter = '', rest = command] = /^(cd \S+ && )(.*)$/s.exec(command) ?? [];
  const bare = rest.replace(/^(?:env )?(?:[A-Za-z_]\w*=(?:'[^']*'|"[^"]*"|[^\s'";&|])*\s+)+/, '');
  return bare === rest || bare === '' ? null : `${enter}${bare}`;
}

const named = (command: string) =>
  `a person names the whole command in flow.config.yaml (\`suites: [{ root: ., command: ${clean(JSON.stringify(command), 200)} }]\`) and runs \`npx flow-hooks apply\``;

/**
 * Words for what to do about a variable that the project's own script sets; null where the call itself may have set the
 * variable.
 */
export function scriptVariables(ran: string, command: string): string | null {
  if (ran.trim() !== command || withoutVariables(ran.trim()) !== null) return null;
  return `The project's own script sets the variable: take it out there, or ${named(command)}.`;
}

/** Words for what to do about a variable in a call that the tests need: the project's own files may say it, or a person. */
export function neededVariables(command: string, suite: string): string {
  const own = CONFIGURED[suite.split(':')[0] ?? ''] ?? {};
  const found = [...command.matchAll(ASSIGNED)].flatMap(([, name = '', value = '']) => {
    const plain = value.replace(/^(['"])(.*)\1$/s, '$2');
    return own[name] && /^[\w./:@%+=, -]+$/.test(plain) ? [own[name](plain)] : [];
  });
  const person = named(command);
  if (found.length === 0) return `If the tests need the variable, ${person}.`;
  return `If the tests need it, write ${found.map((one) => clean(one, 200)).join(' and ')}; else ${person}.`;
}
