import { CHECK_NAMES } from './checks/index.js';
import type { Workflow } from './model.js';

/** What a place of a workflow has to be; the schema, which says all of it, is loaded only where data is read. */
type Shape = 'a list' | 'a mapping' | 'text';

/**
 * Refuses data that was given for a workflow and is none, before something deep within stumbles over it.
 * @throws TypeError with the place, and with the way to read data
 */
export function requireRead(workflow: Workflow): void {
  const data: unknown = workflow;
  requireShape(data, '', 'a mapping');
  for (const name of ['dials', 'documents']) requireShape(childOf(data, name), name, 'a mapping');
  for (const name of ['rules', 'phases']) requireShape(childOf(data, name), name, 'a list');
  requirePhases(workflow.phases, 'phases');
}

function requirePhases(phases: readonly unknown[], parent: string): void {
  for (const [index, phase] of phases.entries()) {
    const at = `${parent}[${index}]`;
    requireShape(phase, at, 'a mapping');
    requireShape(childOf(phase, 'id'), `${at}.id`, 'text');
    const exit = childOf(phase, 'exit');
    requireShape(exit, `${at}.exit`, 'a list');
    for (const [place, check] of (exit as unknown[]).entries()) requireCheck(check, `${at}.exit[${place}]`);
    const each = childOf(phase, 'each');
    if (each === undefined) continue;
    requireShape(each, `${at}.each`, 'a mapping');
    const inner = childOf(each, 'phases');
    requireShape(inner, `${at}.each.phases`, 'a list');
    requirePhases(inner as unknown[], `${at}.each.phases`);
  }
}

function requireCheck(check: unknown, at: string): void {
  requireShape(check, at, 'a mapping');
  const name = childOf(check, 'check');
  if (!CHECK_NAMES.some((one) => one === name)) throw unread(`${at}.check`, 'the name of a check', name);
}

function requireShape(value: unknown, at: string, shape: Shape): void {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const fits = { 'a list': Array.isArray(value), 'a mapping': isObject, text: typeof value === 'string' };
  if (!fits[shape]) throw unread(at, shape, value);
}

function unread(at: string, expected: string, value: unknown): TypeError {
  const is = value === undefined ? 'missing' : String(JSON.stringify(value)).slice(0, 60);
  const place = at === '' ? 'It' : at;
  return new TypeError(
    `This is no workflow: ${place} is ${is}, and ${expected} is expected. Read data with readWorkflow() of @flow/core first.`,
  );
}

const childOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
