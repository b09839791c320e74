import fc from '../node_modules/fast-check/lib/fast-check.js';

/*
 * What `fast-check` means in the tests (vitest.config.ts). The suite has to say the same of the same tree every time, so
 * the seed is fixed; new cases are looked for on purpose, with FLOW_TEST_SEED=<any number>.
 */
fc.configureGlobal({ seed: Number(process.env.FLOW_TEST_SEED ?? 20261121) });

export * from '../node_modules/fast-check/lib/fast-check.js';
export default fc;
