/** Milliseconds in a unit of time, by its name in small letters without a last `s`. */
const UNIT: Readonly<Record<string, number>> = {
  ...{ nano: 1e-6, nanosecond: 1e-6, micro: 1e-3, microsecond: 1e-3, milli: 1, millisecond: 1 },
  ...{ sec: 1000, second: 1000, minute: 60_000, min: 60_000, hour: 3_600_000, day: 86_400_000 },
};

const unitOf = (name: string): number | undefined => UNIT[name.toLowerCase().replace(/s$/, '')];

const NUMBER = String.raw`-?\d[\d_]*(?:\.\d+)?`;
const CALLED = new RegExp(
  String.raw`\b(?:(?:\w+ ::? )*Duration (?:::|\.) (?:from_|of)|(?:datetime \. )?timedelta \( )(\w+?)(?:_f(?:32|64))? (?:\(|=) (${NUMBER}) \)`,
  'gi',
);
const MULTIPLIED = new RegExp(
  String.raw`(?:\b((?:${NUMBER} \* )*${NUMBER}) \* )?\btime \. (Nano|Micro|Milli)?(second|Minute|Hour)\b`,
  'gi',
);
const MAPPED = new RegExp(
  String.raw`\b(${NUMBER})( \))? \. map \( (?:\w+ :: )*Duration :: from_(\w+?)(?:_f(?:32|64))? \)`,
  'g',
);
const SUFFIXED = new RegExp(String.raw`\b(${NUMBER}) \. (seconds?|minutes?|hours?|days?)\b`, 'g');

/** A text in which each span of time stands in milliseconds: `Duration :: from_secs ( 5 )` and `5 * time . Second` are one. */
export function inMilliseconds(text: string): string {
  if (!/duration|timedelta|time \. |seconds?\b|minutes?\b|hours?\b|days?\b/i.test(text)) return text;
  const said = (whole: string, amount: string, unit: string) => {
    const factor = unitOf(unit);
    const times = amount.split(' * ').reduce((all, one) => all * Number(one.replaceAll('_', '')), 1);
    return factor === undefined ? whole : `#span ( ${times * factor} )`;
  };
  return text
    .replace(CALLED, (whole, unit: string, amount: string) => said(whole, amount, unit))
    .replace(MULTIPLIED, (whole, amount: string | undefined, small: string | undefined, unit: string) =>
      said(whole, amount ?? '1', `${small ?? ''}${unit}`),
    )
    .replace(
      MAPPED,
      (whole, amount: string, end: string | undefined, unit: string) => said(whole, amount, unit) + (end ?? ''),
    )
    .replace(SUFFIXED, said);
}
