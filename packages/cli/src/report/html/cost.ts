import { figureLines, GATES, moneyWords, percent } from '../../figures/words.js';
import type { ReportModel } from '../model.js';
import { lasted } from '../words.js';
import { pill, section, table } from './parts.js';
import { html, NOTHING, type Safe } from './safe.js';

/** Shows what the run cost and what came of it: the figures, by phase, by what each gate caught. */
export function cost({ figures, phases }: ReportModel): Safe {
  const lines = figureLines(figures);
  const spent = phases.filter(({ tokens, money }) => tokens > 0 || money.value !== 0);
  const caught = figures.caught.filter((one) => one.caught > 0 || one.money.value !== 0);
  if (lines.length === 0 && spent.length === 0 && caught.length === 0) return NOTHING;
  const facts = lines.map(([name, words]) => html`<div class="wide"><dt>${name}</dt><dd>${words}</dd></div>`);
  return section(
    'cost',
    'What it cost',
    html`<dl class="facts figures">${facts}</dl>${
      spent.length > 0 &&
      html`<h3>By phase</h3>${table(
        'Cost by phase',
        ['Phase', 'Time', 'Tokens', 'Cost', 'Rounds', 'Refused'],
        spent.map(({ title, durationMs, tokens, money, rounds, refusals }) => [
          html`${title}`,
          lasted(durationMs),
          tokens.toLocaleString('en'),
          moneyWords(money),
          rounds === 0 ? '' : String(rounds),
          refusals === 0 ? '' : String(refusals),
        ]),
      )}`
    }${
      caught.length > 0 &&
      html`<h3>By what it caught</h3>${table(
        'Cost by what each gate caught',
        ['Gate', 'Looked', 'Caught', 'Cost'],
        caught.map(({ kind, gate, looked, caught: found, money }) => [
          html`<span class="soft">${GATES[kind]}</span> <code>${gate}</code>`,
          `${looked} ${looked === 1 ? 'time' : 'times'}`,
          found > 0 ? html`${pill('info', String(found))}` : html`<span class="soft">nothing</span>`,
          // What no model does is paid for by nobody.
          kind === 'judge' ? moneyWords(money) : html`<span class="soft">no model</span>`,
        ]),
      )}`
    }${
      figures.firstPass.length > 0 &&
      html`<h3>Passed at first</h3>${table(
        'First-pass rate of each gate',
        ['Gate', 'Came', 'Passed at first', 'Rate'],
        figures.firstPass.map(({ kind, gate, came, passed }) => [
          html`<span class="soft">${GATES[kind]}</span> <code>${gate}</code>`,
          String(came),
          String(passed),
          percent(passed / came),
        ]),
      )}`
    }`,
    'what is not known is said, and is never 0',
  );
}
