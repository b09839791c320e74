/*
 * Points and metrics as the protocol of OpenTelemetry has them in JSON: names in camel case, whole numbers of 64 bits as texts,
 * kinds as numbers (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding).
 */

interface Point {
  attributes: { key: string; value: { stringValue: string } }[];
  startTimeUnixNano: string;
  timeUnixNano: string;
}

export type NumberPoint = Point & { asDouble: number };
type HistogramPoint = Point & { count: string; sum: number; bucketCounts: string[]; explicitBounds: readonly number[] };

/** Everything is told from the begin of the run on: told again, a collector replaces it and adds nothing. */
const CUMULATIVE = 2;

export type Metric = { name: string; description: string; unit: string } & (
  | { gauge: { dataPoints: NumberPoint[] } }
  | { sum: { dataPoints: NumberPoint[]; aggregationTemporality: typeof CUMULATIVE; isMonotonic: true } }
  | { histogram: { dataPoints: HistogramPoint[]; aggregationTemporality: typeof CUMULATIVE } }
);

/** Epoch milliseconds between which everything was recorded: the begin of the run, and now. */
export interface Recorded {
  started: number;
  now: number;
}

export const attributesOf = (named: Readonly<Record<string, string>>): Point['attributes'] =>
  Object.entries(named).map(([key, value]) => ({ key, value: { stringValue: value } }));

const nanoseconds = (milliseconds: number): string => (BigInt(Math.round(milliseconds)) * 1_000_000n).toString();

export const pointOf = ({ started, now }: Recorded, named: Readonly<Record<string, string>>): Point => ({
  attributes: attributesOf(named),
  startTimeUnixNano: nanoseconds(started),
  timeUnixNano: nanoseconds(now),
});

interface About {
  name: string;
  description: string;
  unit: string;
}

/** Groups hold measured values by their attributes, until they become the points of a metric. */
export class Groups {
  readonly #groups = new Map<string, { named: Record<string, string>; values: number[] }>();

  add(named: Record<string, string>, value: number): void {
    const key = JSON.stringify(named);
    const group = this.#groups.get(key) ?? { named, values: [] };
    this.#groups.set(key, group);
    group.values.push(value);
  }

  /** Makes a metric of the sums; none where there is no value. */
  sum(recorded: Recorded, about: About): Metric[] {
    const dataPoints = this.#points(recorded).map(([point, values]) => ({ ...point, asDouble: added(values) }));
    const sum = { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } as const;
    return dataPoints.length === 0 ? [] : [{ ...about, sum }];
  }

  /** Makes a metric of how the values are spread; none where there is no value. */
  histogram(recorded: Recorded, { bounds, ...about }: About & { bounds: readonly number[] }): Metric[] {
    const dataPoints = this.#points(recorded).map(([point, values]) => ({
      ...point,
      count: String(values.length),
      sum: added(values),
      bucketCounts: countsIn(values, bounds).map(String),
      explicitBounds: bounds,
    }));
    const histogram = { dataPoints, aggregationTemporality: CUMULATIVE } as const;
    return dataPoints.length === 0 ? [] : [{ ...about, histogram }];
  }

  #points(recorded: Recorded): [Point, readonly number[]][] {
    return [...this.#groups.values()].map(({ named, values }) => [pointOf(recorded, named), values]);
  }
}

const added = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Counts values by bucket: the bound of a bucket belongs to it, and the last has no bound. */
function countsIn(values: readonly number[], bounds: readonly number[]): number[] {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  for (const value of values) {
    const at = bounds.findIndex((bound) => value <= bound);
    counts[at < 0 ? bounds.length : at]! += 1;
  }
  return counts;
}
