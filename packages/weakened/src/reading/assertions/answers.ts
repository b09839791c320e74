import { bare, isString, plain, type Syntax } from '../../syntax/syntax.js';
import { chainOf, isCall, type Link } from '../chain.js';
import type { Claimed } from '../expression.js';
import type { Way } from './asked.js';
import { isBody } from './bodies.js';

/** Steps of chains that ask something of an answer: MockMvc, RestAssured, WebTestClient, supertest, assert_cmd. */
const ASKS_ANSWER =
  /^(?:andExpect|andExpectAll|expect|expectStatus|expectBody|expectHeader|statusCode|contentType|success|failure|code|stdout|stderr)$/;

const ANSWERS = /^(?:perform|then|request|supertest|exchange|assert|agent|get|post|put|delete|patch|when)$/;

const isOfProcess = ({ name, args }: Link) => args !== null && /^(?:success|failure|code|stdout|stderr)$/.test(name);

/** What a step asks of the answer that a client or a program gave. */
export const askedOfAnswer: Way = ({ chain, language }) => {
  const link = chain.at(-1)!;
  if (chain.length < 2 || !link.args || !ASKS_ANSWER.test(link.name)) return undefined;
  // What several of its words are asked of is a process, and so is what a helper of Rust hands back.
  const isProcess =
    isOfProcess(link) && (chain.filter(isOfProcess).length > 1 || (language === 'rust' && chain[0]!.args !== null));
  // What a helper hands back is asked as what a client does.
  const isAnswer =
    chain.slice(0, -1).some(({ name }) => ANSWERS.test(name)) ||
    isProcess ||
    (/^andExpect/.test(link.name) && chain[0]!.args !== null);
  if (!isAnswer) return undefined;
  if (isOfProcess(link) && !isProcess && !chain.some(({ name }) => name === 'assert')) return undefined;
  const pathed =
    link.name === 'andExpect' && link.args[0] ? (ofJsonPath(link.args[0]) ?? ofStatus(link.args[0])) : undefined;
  if (pathed) return [pathed];
  if (/^(?:success|failure)$/.test(link.name))
    return [{ claim: 'true', not: false, subject: `answer . #${link.name}`, expected: [] }];
  // Names of headers have no case.
  const isHeader = link.name === 'expect' && link.args.length > 1 && isString(bare(link.args[0]!));
  return [
    {
      claim: 'equal',
      not: false,
      subject: `answer . #${link.name}`,
      // A callback that ends the test is no value.
      expected: link.args
        .filter((arg) => !isBody(arg) && !/^(?:done|next|cb|callback)$/.test(arg.text))
        .map((arg, index) => (isHeader && index === 0 ? plain(arg).toLowerCase() : plain(arg))),
    },
  ];
};

/** What is done with an answer behind what is asked of it claims nothing. */
export const isBehindAnswer: Way = ({ chain }) =>
  chain.some(({ name, args }, index) => index > 0 && name === 'expect' && args !== null) && ANSWERS.test(chain[0]!.name)
    ? []
    : undefined;

/** Statuses by the words that Spring has for them. */
const STATUS: Readonly<Record<string, string>> = {
  ...{
    isOk: '200',
    isCreated: '201',
    isAccepted: '202',
    isNoContent: '204',
    isMovedPermanently: '301',
    isFound: '302',
  },
  ...{ isNotModified: '304', isBadRequest: '400', isUnauthorized: '401', isForbidden: '403', isNotFound: '404' },
  ...{ isMethodNotAllowed: '405', isConflict: '409', isGone: '410', isUnprocessableEntity: '422' },
  ...{ isTooManyRequests: '429', isInternalServerError: '500', isBadGateway: '502', isServiceUnavailable: '503' },
};

/** Spring's `status().isNotFound()` and `status().is(404)`. */
function ofStatus(node: Syntax): Claimed | undefined {
  const [head, step, more] = chainOf(node) ?? [];
  if (head?.name !== 'status' || !step?.args || more) return undefined;
  const code = step.name === 'is' && step.args.length === 1 ? plain(step.args[0]!) : STATUS[step.name];
  return code === undefined ? undefined : { claim: 'equal', not: false, subject: 'answer . #status', expected: [code] };
}

/** Spring's `jsonPath("$.name").value("Emma")` and `jsonPath("$", hasSize(2))`: a place in an answer, and what is there. */
function ofJsonPath(node: Syntax): Claimed | undefined {
  const chain = chainOf(node) ?? [];
  const [head, step] = chain;
  if (head?.name !== 'jsonPath' || !head.args?.[0] || chain.length > 2) return undefined;
  const at = plain(head.args[0]);
  const place = (text: string) => `answer . ${text.replace(/^"|"$/g, '').replace(/\.length\(\)$/, ' . #length')}`;
  if (step?.name === 'value' && step.args?.length === 1)
    return { claim: 'equal', not: false, subject: place(at), expected: [plain(step.args[0]!)] };
  if (step && /^(?:exists|isNotEmpty|isString|isNumber|isArray|isMap|isBoolean|hasJsonPath)$/.test(step.name))
    return { claim: 'defined', not: false, subject: place(at), expected: [] };
  if (step && /^(?:doesNotExist|isEmpty|doesNotHaveJsonPath)$/.test(step.name))
    return { claim: 'equal', not: false, subject: place(at), expected: ['null'] };
  const matcher = !step && head.args[1] ? chainOf(head.args[1]) : null;
  const [only] = matcher?.length === 1 && matcher[0]!.args?.length === 1 ? matcher[0]!.args : [];
  if (!only || isCall(bare(only))) return undefined;
  if (/^(?:is|equalTo)$/.test(matcher![0]!.name))
    return { claim: 'equal', not: false, subject: place(at), expected: [plain(only)] };
  if (matcher![0]!.name === 'hasSize')
    return { claim: 'equal', not: false, subject: `${place(at)} . #length`, expected: [plain(only)] };
  return undefined;
}
