import { hasError } from '../syntax/grammars.js';
import { plain, type Syntax } from '../syntax/syntax.js';

/** A wrong implementation: what it does, and the one replacement in the file's text that puts it in place. */
export interface StandIn {
  /** `returns 0`, `does nothing`. */
  says: string;
  /** Offsets in the file's text: what stands there is replaced. */
  from: number;
  to: number;
  text: string;
  /** It gives a value that no function means: a test that stays green with it asserts nothing but that there is one. */
  isOdd?: true;
}

/** A function of a file, with wrong implementations of it. */
export interface FunctionFound {
  /** With the classes around it: `Cart.add`. */
  name: string;
  line: number;
  /** Its last line. */
  end: number;
  /** Text of the function in one layout, without comments. */
  plain: string;
  standIns: StandIn[];
  /** The grammar could not read a part of it. */
  isBroken: boolean;
}

/** What a function gives back, as far as its text tells. */
export type Shape = 'nothing' | 'number' | 'string' | 'boolean' | 'list' | 'map' | 'unknown';

/**
 * Values of each shape that are wrong in most places: an empty one, which may be the right one in a test, and one of the other
 * truth value that no function means. Both truth values are meant somewhere.
 */
export type Values = Readonly<Record<Exclude<Shape, 'nothing'>, readonly string[]>>;

/** Returns a function with its stand-ins; null for one that has none by its nature. */
export function found(name: string, node: Syntax, standIns: readonly StandIn[]): FunctionFound {
  const isBroken = hasError(node);
  const end = node.line + node.text.split('\n').length - 1;
  return { name, line: node.line, end, plain: plain(node), standIns: isBroken ? [] : [...standIns], isBroken };
}

/** Marks the value of a shape that no function means. */
export const oddIn = (values: Values, shape: keyof Values, value: string): Pick<StandIn, 'isOdd'> =>
  shape !== 'boolean' && value === values[shape].at(-1) ? { isOdd: true } : {};

/** Puts a statement before what stands at an offset. */
export const before = (from: number, text: string, says: string): StandIn => ({ says, from, to: from, text });

/** Returns the shape that all values of a function have; nothing for no value, unknown where they differ. */
export function shapeOfAll(shapes: readonly Shape[]): Shape {
  const known = [...new Set(shapes)];
  if (known.length === 0) return 'nothing';
  return known.length === 1 ? known[0]! : 'unknown';
}
