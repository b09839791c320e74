import type { Report } from '../src/index.js';

export function check(truth: unknown, reports: readonly Report[]): { falseGreen: boolean; short: string[] };
