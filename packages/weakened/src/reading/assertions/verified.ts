import { plain } from '../../syntax/syntax.js';
import type { Claimed } from '../expression.js';
import type { Asked, Way } from './asked.js';

const UNTOUCHED =
  /^(?:verifyNo(?:More)?Interactions|verifyZeroInteractions|shouldHave(?:No|Zero)(?:More)?Interactions)$/;

/** Mockito: `verify(mail).send("Ada")`, `then(mail).should().send("Ada")`, `verifyNoInteractions(mail)`. */
export const ofVerified: Way = (asked) => {
  const { chain } = asked;
  const head = chain[0]!;
  const last = chain.at(-1)!;
  if (head.name === 'verify' && chain.length > 1 && head.args)
    return [
      verified(asked, /never|times\s*\(\s*0/.test(plain(asked.node)) ? 'called' : 'called-with'),
      ...timesOf(asked),
    ];
  if (UNTOUCHED.test(last.name)) {
    const doubles = (/^should/.test(last.name) ? head.args : last.args) ?? [];
    return doubles.map((double) => ({ claim: 'called', not: true, subject: `${plain(double)} . #any`, expected: [] }));
  }
  if (head.name === 'then' && head.args && chain.length > 2 && chain[1]!.name === 'should')
    return [verified(asked, 'called-with')];
  return undefined;
};

/** Returns how often a double is to be called, where that is said, and is not never. */
function timesOf({ chain, node }: Asked): Claimed[] {
  const text = plain(node).slice(0, 400);
  const subject = `${plain(chain[0]!.args?.[0] ?? node)} . ${chain.at(-1)!.name}`;
  const times = /\btimes \( (?!0 \))(\w+) \)/.exec(text)?.[1];
  if (times !== undefined) return [{ claim: 'called-times', not: false, subject, expected: [times] }];
  return /\batLeast(?:Once)? \(/.test(text) ? [{ claim: 'called', not: false, subject, expected: [] }] : [];
}

function verified({ chain, node }: Asked, claim: 'called' | 'called-with') {
  const last = chain.at(-1)!;
  const times = chain[0]!.args?.[1];
  return {
    claim,
    not: /never \(/.test(plain(node)),
    subject: `${plain(chain[0]!.args?.[0] ?? node)} . ${last.name}`,
    expected: (last.args ?? []).map(plain),
    ...(times && /^at(?:Least|Most)/.test(times.text) && { operator: `with ${plain(times)}` }),
  };
}
