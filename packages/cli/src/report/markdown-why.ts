import { codeOf, detailsOf, textOf } from './markdown-text.js';
import type { ReportModel } from './model.js';
import { type Why, whyClaim, whyFinding, whyGate, whyItem, whyReview, whySuite } from './why.js';
import { anchorOf, type Kind } from './why-places.js';
import { cut, timeOf } from './words.js';

/** Reasons behind one mark that a body has room for; `flow explain` has all. */
const MAX_REASONS = 4;

/** Makes the marks of a body, each a link to what is behind it where that is told in the same body. */
export class Marks {
  readonly #model: ReportModel;
  readonly #isLinked: boolean;
  /** Explanations by their anchors, in the order of the marks that lead to them. */
  readonly #told = new Map<string, string>();

  /** @param isLinked false: marks are words alone, and nothing is explained */
  constructor(model: ReportModel, isLinked: boolean) {
    this.#model = model;
    this.#isLinked = isLinked;
  }

  /** Returns the words of a mark, which are Markdown already. */
  of(kind: Kind, id: string, words: string): string {
    const anchor = this.#isLinked ? anchorOf(this.#model, kind, id) : null;
    if (anchor === null) return words;
    const found = this.#told.get(anchor) ?? this.#part(anchor, kind, id);
    this.#told.set(anchor, found);
    return `[${words}](#${anchor})`;
  }

  /** Returns the section of explanations; empty where no mark leads to one. */
  section(): string {
    return this.#told.size === 0 ? '' : detailsOf(SUMMARY, [...this.#told.values()].join('\n\n'));
  }

  #part(anchor: string, kind: Kind, id: string): string {
    const [name, { says, reasons, next }] = this.#why(kind, id);
    const lines = reasons.slice(0, MAX_REASONS).map(({ what, counts, why, receipt, event, time }) => {
      const said = `${counts === null ? '' : counts ? 'counts: ' : 'does not count: '}${textOf(cut(what, 160))}${why === '' ? '' : `: ${textOf(cut(why, 200))}`}`;
      const shown = [
        ...(receipt === undefined ? [] : [`receipt ${codeOf(receipt)}`]),
        ...(event === undefined ? [] : [`event ${event}`]),
        ...(time === undefined ? [] : [timeOf(time)]),
      ];
      return `- ${[said, ...shown].join(', ')}`;
    });
    const more = reasons.length > MAX_REASONS ? [`- and ${reasons.length - MAX_REASONS} more`] : [];
    const way = next === null ? [] : [`- ${next.why}: ${codeOf(next.command)}`];
    // A name is what every forge keeps of an anchor; it has a line of its own, as what stands in a heading is renamed.
    return [
      `<a name="${anchor}"></a>${codeOf(`${kind}:${name}`)}: ${textOf(cut(says, 200))}`,
      '',
      ...lines,
      ...more,
      ...way,
    ]
      .join('\n')
      .trimEnd();
  }

  #why(kind: Kind, id: string): [name: string, why: Why] {
    const model = this.#model;
    const find = <T>(all: readonly T[], idOf: (one: T) => string) => all.find((one) => idOf(one) === id)!;
    switch (kind) {
      case 'claim': {
        const claim = find(model.claims, (one) => one.id);
        return [claim.name, whyClaim(claim, model)];
      }
      case 'item':
        return [
          id,
          whyItem(
            find(model.items, (one) => one.id),
            model,
          ),
        ];
      case 'review':
        return [id, whyReview(model.reviews[Number(id) - 1]!)];
      case 'suite':
        return [id, whySuite(find(model.suites, (one) => one.id))];
      case 'gate':
        return [id, whyGate(find(model.gates, (one) => one.gate))];
      case 'finding':
        return [id, whyFinding(find(model.findings, (one) => one.id))];
    }
  }
}

const SUMMARY = 'Why: what is behind each mark; flow explain tells all of it';
