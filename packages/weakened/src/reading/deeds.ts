import { isScript, type LanguageId } from '../syntax/language-of.js';
import { all, at, bare, isNumber, isString, parts, plain, type Syntax, unquoted } from '../syntax/syntax.js';
import { assertionsOf } from './assertions/assertions.js';
import { chainOf, isCall, type Link } from './chain.js';
import { doubleOf } from './doubles.js';
import { givenBy } from './given.js';
import type { Deeds } from './model.js';
import { patienceOf } from './patience.js';

/** Where the walk stands. */
interface Around {
  /** It is a part of what is asserted. */
  asserted?: boolean;
  /** Somebody waits for what stands here. */
  awaited?: boolean;
  conditional: boolean;
  /** It stands in the head of a statement that asserts, which was read with it. */
  isRead?: boolean;
  /** What has to be given, where that is the condition. */
  provided?: string | undefined;
  swallowed: boolean;
}

const IF =
  /^(?:if_statement|if_expression|if|unless|if_modifier|unless_modifier|conditional|elsif_clause|if_let_expression|ternary_expression|conditional_expression)$/;
const RETURN = /^(?:return_statement|return|return_expression|continue_statement|continue_expression|next)$/;
const BLOCK = /^(?:block|statement_block|statement_list|body_statement|block_body|do_block)$/;
const LOG =
  /^(?:print|println|log|debug|info|warn|warning|console|puts|p|pp|printStackTrace|Log|Logf|logger|fmt|System|eprintln!|println!|dbg!|trace|error|exception|out|err|stdout|Println|Printf|getMessage|String|str|repr|e|ex|message|to_s|inspect|format|process|setTimeout|sleep|delay|Promise|resolve)$/;

/** Conditions about where a test runs, and not about what it tests. */
const ELSEWHERE = /\b(?:env|environ|getenv|Getenv|ENV|CI|platform|runtime|RbConfig|GOOS|OS|cfg|System)\b/;

const conditionOf = (node: Syntax) => at(node, 'condition')?.text ?? '';

/** Returns what a condition asks to be there, and nothing else: `x` of `x !== undefined` and of `x`. */
const providedIn = (node: Syntax): string | undefined => {
  const condition = at(node, 'condition');
  return /^(\w+(?: \. \w+)?)(?: (?:!==?|is not) (?:undefined|null|None|nil|""))?$/.exec(
    condition ? plain(bare(condition)) : '',
  )?.[1];
};

/** True for a value of what is asserted, such as `retryAfterMs: 500`, which is no option of the assertion. */
const isOfData = (node: Syntax, { asserted }: Around): boolean =>
  asserted === true &&
  /^(?:pair|keyword_argument|keyed_element|field_initializer)$/.test(node.type) &&
  !/^["']?(?:timeout|interval|intervals|delay|retries|wait)\b/.test(node.text);

/** True for a condition under which a body ends at once. */
const onlyReturns = (node: Syntax): boolean => {
  const branch = at(node, 'consequence') ?? at(node, 'body');
  if (!branch) return false;
  const inner = all(branch, ({ type }) => /(?:statement|expression)$|^return$|^call$|^command$/.test(type)).filter(
    ({ type }) => !/^(?:expression_statement|statement_block|block)$/.test(type),
  );
  return (
    (inner.length > 0 &&
      inner.every(({ type, text }) => RETURN.test(type) || /^(?:return|continue|next);?$/.test(text))) ||
    RETURN.test(branch.type)
  );
};

/** No deeds at all. */
export const noDeeds = (): Deeds => ({
  ...{ assertions: [], calls: [], given: [], swallows: [], doubles: [], patience: [], skips: [] },
});

/** Reads what a body of code does; `isOther` says of a node that it is a test or function of its own. */
export function deedsOf(body: Syntax, language: LanguageId, isOther: (node: Syntax) => boolean): Deeds {
  const deeds = noDeeds();

  const visit = (node: Syntax, around: Around): void => {
    if (node !== body && isOther(node)) return;
    // A function that is asked within an assertion is none itself: `expect(verifyToken(token))`.
    const asserted = around.isRead
      ? []
      : assertionsOf(node, language).filter(({ claim }) => claim !== 'unknown' || !around.asserted);
    for (const assertion of asserted)
      deeds.assertions.push({
        ...assertion,
        ...((around.conditional || (isScript(language) && isPromised(node) && !around.awaited)) && {
          conditional: true,
        }),
        ...(around.provided !== undefined && { provided: around.provided }),
        ...(around.swallowed && { swallowed: true }),
      });
    if (isCall(node) || node.type === 'identifier') note(node, deeds, around, language);
    const double = doubleOf(node, language);
    if (double) deeds.doubles.push(double);
    if (!isOfData(node, around)) deeds.patience.push(...patienceOf(node, language));
    const swallow = swallowedBy(node, language);
    if (swallow && swallow.what === 'body') deeds.swallows.push({ text: node.text.slice(0, 600), line: node.line });
    if (swallow && swallow.what === 'call') deeds.swallows.push({ text: node.text.slice(0, 600), line: node.line });
    if (IF.test(node.type) && ELSEWHERE.test(conditionOf(node)) && onlyReturns(node))
      deeds.skips.push({ text: `if … ${node.text.slice(0, 300)}`, line: node.line });
    if (IF.test(node.type)) {
      const isGoAssertion = language === 'go' && assertionsOf(node, language).length > 0;
      for (const child of node.children) {
        const isBranch =
          child.field === 'consequence' ||
          child.field === 'alternative' ||
          child.field === 'body' ||
          child.type === 'else_clause' ||
          child.type === 'then' ||
          child.type === 'else';
        const provided = child.field === 'alternative' || around.conditional ? undefined : providedIn(node);
        visit(child, isBranch && !isGoAssertion ? { ...around, conditional: true, provided } : around);
      }
      return;
    }
    const isLost = (isScript(language) && !around.awaited && isNeverWaitedFor(node)) || isDetached(node, body);
    const isAsserting = around.asserted === true || asserted.length > 0;
    const isWaited =
      /^(?:await_expression|return_statement|arrow_function)$/.test(node.type) ||
      (isCall(node) && /^(?:Promise|it|test)\b/.test(node.text));
    const here: Around = {
      ...around,
      ...(isWaited ? { awaited: true } : BLOCK.test(node.type) && { awaited: false }),
      asserted: isAsserting && !BLOCK.test(node.type),
    };
    let isDead = false;
    let isLeft = false;
    const isHandled =
      /^(?:try_statement|try_with_resources_statement|begin|body_statement|do_block)$/.test(node.type) &&
      !failsWithout(node, body);
    for (const child of node.children) {
      if (isDead) continue;
      const isTried = swallow?.what === 'body' && isProtected(child, node);
      // What stands in a handler, or behind an exit or `&&`, is asked only where the program leads there.
      const isMaybe = isLost || isLeft || (isHandled && HANDLER.test(child.type)) || isShortCut(node, child);
      const isRead = child.type === 'with_clause' && asserted.length > 0;
      visit(child, {
        ...here,
        ...(isRead && { isRead }),
        ...(isTried && { swallowed: true }),
        ...(isMaybe && { conditional: true }),
      });
      if (
        BLOCK.test(node.type) &&
        IF.test(child.type) &&
        !ELSEWHERE.test(conditionOf(child)) &&
        onlyReturns(child) &&
        !at(child, 'alternative')
      )
        isLeft = true;
      if (RETURN.test(child.type) && (BLOCK.test(node.type) || node === body) && parts(child).length === 0)
        isDead = true;
    }
  };
  visit(body, { conditional: false, swallowed: false });
  return deeds;
}

const HANDLER = /^(?:catch_clause|except_clause|except_group_clause|rescue)$/;

/** True where what is tried fails the test itself where it raises nothing, or the number of assertions is asked for. */
function failsWithout(tried: Syntax, body: Syntax): boolean {
  if (/\bexpect\s*\.\s*(?:assertions|hasAssertions)\b|\b(?:plan|done)\s*\(/.test(body.text)) return true;
  const own = tried.children.filter(({ type }) => !HANDLER.test(type) && !/^(?:finally_clause|ensure)$/.test(type));
  return (
    own.some(({ text }) =>
      /\b(?:fail|flunk|unreachable|throw|raise|Fail|Fatal|Fatalf|Errorf?|AssertionError|expect\.unreachable|panic!?|pytest\.fail|self\.fail)\b/.test(
        text,
      ),
    ) || isLookedAtLater(tried, body)
  );
}

/** True where the handler only keeps the error, which is looked at behind it. */
const isLookedAtLater = (tried: Syntax, body: Syntax): boolean => {
  const after = body.text.slice(body.text.indexOf(tried.text) + tried.text.length);
  return /\b(?:err\w*|e|ex|caught|raised|thrown|failure)\b/i.test(after);
};

/** True for the right side of `a && expect(b)`. */
const isShortCut = (node: Syntax, child: Syntax): boolean =>
  /^(?:binary_expression|boolean_operator|binary)$/.test(node.type) &&
  child.field === 'right' &&
  node.children.some(({ type, text }) => type === text && /^(?:&&|\|\||\?\?|and|or)$/.test(text));

/** An assertion about a promise, which counts only for whoever waits for it. */
const isPromised = (node: Syntax): boolean => {
  const chain = isCall(node) ? (chainOf(node) ?? []) : [];
  if (chain.some(({ name, args }) => /^(?:resolves|rejects)$/.test(name) && args === null)) return true;
  // Node's `assert.rejects` gives back a promise.
  if (chain.length === 2 && chain[0]!.name === 'assert' && /^(?:rejects|doesNotReject)$/.test(chain[1]!.name))
    return true;
  // Playwright's own matchers wait for the page.
  const [looked] = chain[0]?.name === 'expect' ? (chain[0].args ?? []) : [];
  return (
    looked !== undefined &&
    WAITING.test(chain.at(-1)!.name) &&
    /^(?:this\.)?\w*(?:[pP]age|[lL]ocator|popup|frame)\b/.test(looked.text)
  );
};

/** What tries assertions until they hold: where nobody waits for it, nothing fails. */
const WAITS = /^(?:waitFor|waitForElementToBeRemoved|waitUntil)$/;

/** True for a call that does its work later and is not waited for here; a function of its own may say when the test is done. */
function isNeverWaitedFor(node: Syntax): boolean {
  const last = isCall(node) ? chainOf(node)?.at(-1) : undefined;
  if (!last?.args) return false;
  const isAsync = last.args.some((arg) => /^async\b/.test(bare(arg).text));
  return (
    WAITS.test(last.name) ||
    (last.name === 'then' && !/\b(?:done|next|cb|callback|resolve|end)\b/.test(node.text)) ||
    (last.name === 'forEach' && isAsync)
  );
}

/** True for a statement that starts a thread or a task, and leaves it alone. */
function isDetached(node: Syntax, body: Syntax): boolean {
  if (node.type !== 'expression_statement') return false;
  const [only] = node.children;
  const chain = only && isCall(only) ? (chainOf(only) ?? []) : [];
  const names = chain.map(({ name }) => name);
  return (
    /(?:^|::\s*)spawn$/.test(names.join('.')) ||
    (names[0] === 'Thread' && names.at(-1) === 'start' && !/\.\s*join\s*\(/.test(body.text))
  );
}

const WAITING =
  /^(?:toHaveText|toHaveURL|toBeVisible|toContainText|toHaveCount|toHaveValue|toBeEnabled|toBeDisabled|toBeHidden|toBeChecked|toHaveAttribute|toHaveClass|toHaveTitle|toHaveScreenshot|toBeAttached|toBeFocused|toHaveCSS)$/;

const SKIPS: Readonly<Record<LanguageId, RegExp>> = {
  go: /^(?:t|b|f|s\.T\(\)|suite\.T\(\)|tb|s|suite)\.(?:Skip|Skipf|SkipNow)$/,
  python:
    /^(?:pytest\.(?:skip|xfail|importorskip)|self\.skipTest|unittest\.skip|skip|xfail|raise SkipTest|SkipTest|unittest\.SkipTest|(?:hypothesis\.)?assume)$/,
  javascript: /^(?:this|t|ctx|context|test|task|testInfo|it|this\.test)\.(?:skip|todo|fixme|fail)$|^pending$|^fc\.pre$/,
  typescript: /^(?:this|t|ctx|context|test|task|testInfo|it)\.(?:skip|todo|fixme|fail)$|^pending$|^fc\.pre$/,
  tsx: /^(?:this|t|ctx|context|test|task|testInfo)\.(?:skip|todo|fixme|fail)$|^pending$/,
  java: /^(?:[\w.]*\b(?:Assume|Assumptions)\.)?assume\w*$|\bSkipException$|^Assumptions\.abort$/,
  rust: /^(?:ignore!|skip!|prop_assume!)$/,
  ruby: /^(?:skip|pending|omit|pend|xit)$/,
};

/** Notes what a call is: a skip, or a function that may be a helper. */
function note(node: Syntax, deeds: Deeds, { conditional }: Around, language: LanguageId): void {
  const chain =
    chainOf(node) ?? (language === 'ruby' && node.type === 'identifier' ? [{ name: node.text, args: [] }] : null);
  if (!chain) return;
  const last = chain.at(-1)!;
  const full = chain.map(({ name }) => name).join('.');
  // `test.skip('name', fn)` is a test and no call in one.
  const isTest = /^(?:it|test)\./.test(full) && last.args?.some((arg) => /function|arrow/.test(arg.type));
  if (last.args && SKIPS[language].test(full) && !isTest)
    deeds.skips.push({ text: `${conditional ? 'if … ' : ''}${node.text.slice(0, 300)}`, line: node.line });
  if (!last.args) return;
  const name = language === 'rust' ? last.name.replace(/!$/, '') : last.name;
  deeds.calls.push(name);
  // RSpec's `be_open` asks `open?`.
  const asked = language === 'ruby' ? /^be_(\w+)$/.exec(last.name)?.[1] : undefined;
  if (asked !== undefined) deeds.calls.push(`${asked}?`);
  const values = last.args.length > 0 ? givenBy(last.args) : [];
  const receiver = language === 'go' ? at(at(node, 'function'), 'operand') : undefined;
  if (values.length > 0 || receiver)
    deeds.given.push({ name, values, ...(receiver && { receiver: plain(receiver).slice(0, 400) }) });
}

/** Says how a node swallows errors: those of what it tries, or of the call that it is. */
function swallowedBy(node: Syntax, language: LanguageId): { what: 'body' | 'call' } | null {
  if (/^(?:try_statement|try_with_resources_statement|begin|body_statement|do_block)$/.test(node.type)) {
    const handlers = node.children.filter(({ type }) =>
      /^(?:catch_clause|except_clause|except_group_clause|rescue)$/.test(type),
    );
    return handlers.some(isSilent) ? { what: 'body' } : null;
  }
  if (node.type === 'rescue_modifier' || isVerdict(node)) return { what: 'call' };
  if (
    node.type === 'with_statement' &&
    /\bsuppress\s*\(/.test(node.children.find(({ type }) => type === 'with_clause')?.text ?? '')
  )
    return { what: 'body' };
  if (language === 'rust') return droppedByRust(node) ? { what: 'call' } : null;
  if (language === 'go' && node.type === 'if_statement') return onlyLogged(node) ? { what: 'call' } : null;
  if (!isCall(node)) return null;
  const chain = chainOf(node) ?? [];
  const last = chain.at(-1);
  if (!last?.args) return null;
  if (/script$|^tsx$/.test(language) && last.name === 'catch' && chain.length > 1)
    return last.args.length === 1 && isSilentFunction(last.args[0]!) ? { what: 'call' } : null;
  if (/script$|^tsx$/.test(language) && /^(?:on|once|addEventListener)$/.test(last.name) && last.args.length === 2)
    return /uncaught|unhandled|pageerror/i.test(last.args[0]!.text) && isSilentFunction(last.args[1]!)
      ? { what: 'call' }
      : null;
  if (language === 'go' && last.name === 'recover' && chain.length === 1) return { what: 'call' };
  if (language === 'java' && /^(?:ignoreExceptions|ignoringExceptions)$/.test(last.name)) return { what: 'call' };
  return null;
}

/** True for what says that all is well, whatever the tests said: `report.outcome = "passed"`, `os.Exit(0)` around `m.Run()`. */
const isVerdict = (node: Syntax): boolean =>
  (/^assignment/.test(node.type) &&
    /(?:\.outcome|\.exitstatus|\bprocess\.exitCode)\s*=\s*(?:["']passed["']|0|ExitCode\.OK)$/.test(node.text)) ||
  (isCall(node) && /^os\.Exit\(0\)$/.test(node.text));

/** True where Go's test only writes an error into its log and leaves. */
function onlyLogged(node: Syntax): boolean {
  const branch = at(node, 'consequence');
  if (!branch || !/\berr\w* != nil$/.test(at(node, 'condition')?.text ?? '') || at(node, 'alternative')) return false;
  const calls = all(branch, isCall).map((call) => chainOf(call) ?? []);
  return (
    calls.some(
      (chain) => chain.length === 2 && /^(?:t|tb|b)$/.test(chain[0]!.name) && /^Logf?$/.test(chain[1]!.name),
    ) && !calls.some((chain) => /^(?:Fatalf?|Errorf?|Fail|FailNow|Skip\w*|panic)$/.test(chain.at(-1)?.name ?? ''))
  );
}

const TIDY =
  /(?:remove|close|clean|kill|drop|unlink|delete|stop|shutdown|teardown|destroy|send|join|flush|abort|init|try_init|set_|write)/i;

function droppedByRust(node: Syntax): boolean {
  if (node.type === 'let_declaration') {
    const pattern = at(node, 'pattern');
    const value = at(node, 'value');
    return pattern?.text === '_' && value !== undefined && isCall(bare(value)) && !TIDY.test(value.text);
  }
  if (node.type === 'expression_statement') return /\.ok\(\)\s*;?$/.test(node.text) && !TIDY.test(node.text);
  if (!isCall(node)) return false;
  return /(?:^|::)catch_unwind$/.test(chainOf(node)?.at(-1)?.name ?? '');
}

/** True for what a handler protects: all of a `try` but its handlers and its end. */
const isProtected = (child: Syntax, parent: Syntax) =>
  parent.type === 'with_statement'
    ? child.field === 'body'
    : !/^(?:catch_clause|except_clause|except_group_clause|finally_clause|rescue|ensure|else_clause|else)$/.test(
        child.type,
      );

/** True for a handler that neither throws nor fails nor looks at the error. */
function isSilent(handler: Syntax): boolean {
  // Another module takes the place of one that is not installed.
  if (
    /^except\s+\(?\s*(?:ImportError|ModuleNotFoundError|LoadError)/.test(handler.text) &&
    /\bimport\b|=/.test(handler.text.slice(handler.text.indexOf(':')))
  )
    return false;
  const inner = all(
    handler,
    (node) =>
      isCall(node) ||
      /^(?:throw_statement|raise_statement|assert_statement|return_statement)$/.test(node.type) ||
      (node.type === 'identifier' && node.text === 'raise') ||
      /^(?:assignment|assignment_expression|update_expression|augmented_assignment|operator_assignment)$/.test(
        node.type,
      ),
  );
  return inner.every((node) => {
    if (/^(?:throw_statement|raise_statement|assert_statement)$/.test(node.type) || node.text === 'raise') return false;
    if (node.type === 'return_statement') return true;
    // What is noted is looked at later.
    if (!isCall(node)) return false;
    const chain: Link[] = chainOf(node) ?? [];
    return chain.every(
      ({ name }) =>
        LOG.test(name) || /^(?:console|logger|log|LOG|logging|System|e|ex|err|error|exception|t|self)$/.test(name),
    );
  });
}

function isSilentFunction(node: Syntax): boolean {
  const inner = bare(node);
  if (!/^(?:arrow_function|function_expression|function)$/.test(inner.type))
    return /^(?:noop|_\.noop|console\.(?:log|error|warn))$/.test(inner.text);
  const body = at(inner, 'body');
  if (!body) return false;
  if (body.type !== 'statement_block')
    return (
      /^(?:undefined|null|false|true|\{ ?\}|\( ?\{ ?\} ?\)|\[ ?\]|void 0)$/.test(plain(body)) ||
      (isCall(bare(body)) && isSilent(body))
    );
  return isSilent(body);
}

/** Returns the first text of a call's arguments: what a test of JavaScript or Ruby is called. */
export function titleOf(args: readonly Syntax[]): string | null {
  const first = args[0] && bare(args[0]);
  if (!first) return null;
  if (isString(first)) return unquoted(first.text);
  if (isNumber(first)) return null;
  return plain(first).slice(0, 200);
}
