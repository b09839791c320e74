import fc from '../node_modules/fast-check/lib/fast-check.js';
import { IS_CORE } from './core.js';

/*
 * What `fast-check` means in the tests (vitest.config.ts). The suite has to say the same of the same tree every time, so
 * the seed is fixed; new cases are looked for on purpose, with FLOW_TEST_SEED=<any number>. The core of the suites, which
 * one machine of two cores plays, tries a third of the cases of each property, the same ones each time.
 */
fc.configureGlobal({ seed: Number(process.env.FLOW_TEST_SEED ?? 20261121) });

/** What `fast-check` tries where a property names no number. */
const USUAL = 100;

/** Does what `assert` of fast-check does, with a third of the cases in the core. */
export const assert = ((property: never, parameters?: fc.Parameters) =>
  fc.assert(
    property,
    IS_CORE ? { ...parameters, numRuns: Math.ceil((parameters?.numRuns ?? USUAL) / 3) } : parameters,
  )) as typeof fc.assert;

export * from '../node_modules/fast-check/lib/fast-check.js';
export default { ...fc, assert };
