import { createHash } from 'node:crypto';
import type { Spoken } from '@flow/clients/spoken';
import { claims } from '../report/html/claims.js';
import { cost } from '../report/html/cost.js';
import { matrix } from '../report/html/items.js';
import { pill, section, type Tone } from '../report/html/parts.js';
import { html, NOTHING, prose, Safe } from '../report/html/safe.js';
import { GROUPS, type Group, type Row, type Screen } from '../screen/row.js';
import { sameCommand } from '../screen/text.js';
import { costWords, GROUP_WORDS, tallyWords, tokenWords, tryWords, whyWords } from '../screen/words.js';
import type { Board, BoardRun, BoardRunLine, BoardSession } from './model.js';
import { BOARD_STYLE } from './style.js';

/** Rows of a group that a page shows; what is over is told by its number beyond the newest. */
const MOST: Readonly<Record<Group, number>> = { 'needs-you': 200, working: 100, waiting: 60, ready: 60, over: 20 };

/**
 * Returns the page of a board. Each part of it that can change by itself is marked, so that its script puts in nothing else.
 * @param typed names our program in a command as it is typed here
 * @param isFile the page is a file of its own: with its style, and without a script
 */
export function boardPage(board: Board, typed: (command: string) => string, isFile = false): string {
  const { shown, problem } = board;
  const title = shown === null ? 'flow board' : `${shown.title}: ${tallyWords(shown.screen).slice(0, 2).join(', ')}`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="data:,">
${isFile ? alone() : html`<link rel="stylesheet" href="board.css">\n<script src="board.js" defer></script>`}
</head>
<body>
<div class="top"><strong>flow board</strong><span>shows, and changes nothing</span><span id="told" role="status"></span></div>
<nav data-part="runs" aria-label="Runs">${runs(board.runs)}</nav>
<header data-part="head">${problem !== null ? html`<p class="problem">${problem}</p>` : shown === null ? html`<h1>No run goes on here</h1><p><code>${typed('flow start <workflow>')}</code> begins one.</p>` : head(shown)}</header>
<main>
<div data-part="groups" class="groups">${shown === null ? NOTHING : groups(shown, typed)}</div>
<div data-part="sessions">${shown === null ? NOTHING : sessions(shown)}</div>
<div data-part="criteria">${shown === null ? NOTHING : criteria(shown)}</div>
<div data-part="cost">${shown === null ? NOTHING : cost(shown.report)}</div>
</main>
<footer><p>Rows follow from the journal, the content and git. Nothing here approves, starts or stops anything: that is done in a terminal. Prices are what clients name; what is not known is said, and is never 0.</p></footer>
</body>
</html>
`.text;
}

/** The style of a page that is a file, known by its digest: nothing else is allowed there. */
function alone(): Safe {
  const digest = createHash('sha256').update(BOARD_STYLE).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`;
  return html`<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${new Safe(BOARD_STYLE)}</style>`;
}

function runs(all: readonly BoardRunLine[]): Safe {
  if (all.length === 0) return NOTHING;
  return html`<ul class="runs">${all.map(({ branch, workflow, state, note, isShown }) => {
    const said = html`${branch}<p class="small">${workflow}, ${state === 'nowhere' ? 'in no worktree' : note}</p>`;
    if (state !== 'open' && !isShown) return html`<li><span class="plain">${said}</span></li>`;
    return html`<li><a href="?run=${encodeURIComponent(branch)}"${isShown && html` aria-current="page"`}>${said}</a></li>`;
  })}</ul>`;
}

const SAID: Readonly<Record<Screen['state'], [Tone, string]>> = {
  done: ['good', 'Nothing is left to prove'],
  over: ['quiet', 'The run has ended'],
  open: ['info', 'Goes on'],
};

function head({ title, goal, screen }: BoardRun): Safe {
  const [tone, said] = screen.counts['needs-you'] > 0 ? (['warn', 'Needs you'] as const) : SAID[screen.state];
  const { used } = screen;
  const facts: [string, Safe | string][] = [
    ['Phase', screen.phase],
    ['Items', screen.total === 0 ? 'none yet' : `${screen.done} of ${screen.total} done`],
    ['Cost', used.sessions === 0 ? 'no session yet' : costWords(used)],
    ['Tokens', used.sessions === 0 ? '–' : tokenWords(used.tokens)],
    ['Sessions', String(used.sessions)],
  ];
  return html`<div class="verdict ${tone}"><p class="said">${said}</p><h1>${title}</h1></div>
${goal !== null && html`<p class="soft">${goal}</p>`}
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

function groups({ screen, now }: BoardRun, typed: (command: string) => string): Safe {
  const parts = GROUPS.flatMap((group) => {
    const rows = screen.rows.filter((one) => one.group === group);
    if (rows.length === 0) return [];
    const shown = group === 'over' ? rows.slice(-MOST[group]) : rows.slice(0, MOST[group]);
    const same = sameCommand(rows);
    const more = rows.length - shown.length;
    return [
      html`<section class="${group}" aria-labelledby="g-${group}"><h2 id="g-${group}">${GROUP_WORDS[group]} <span class="note">${rows.length}</span></h2>${
        same !== null && html`<p class="command"><code>${typed(same)}</code></p>`
      }<ul class="rows">${shown.map((one) => rowOf(one, now, same === null ? typed : null))}</ul>${
        more > 0 && html`<p class="soft">and ${more} more</p>`
      }</section>`,
    ];
  });
  return html`${parts}`;
}

function rowOf(row: Row, now: number, typed: ((command: string) => string) | null): Safe {
  const facts: [string, string | Safe][] = [
    ['phase', row.phase ?? ''],
    ['', tryWords(row)],
    ['cost', costWords(row.cost)],
    ['since', row.group === 'over' || row.since === null ? '' : sinceOf(row.since, now)],
  ];
  const told = facts.filter(([, value]) => value !== '');
  const why = whyWords(row, now);
  return html`<li class="row"><div class="what"><span class="name">${row.item !== null && html`<code>${row.item}</code>`}${row.title}</span><dl class="about">${told.map(
    ([name, value]) => html`<div>${name !== '' && html`<dt>${name}</dt>`}<dd>${value}</dd></div>`,
  )}</dl></div>${why !== 'done' && html`<p class="why">${prose(why)}</p>`}${
    typed !== null && row.command !== null && html`<p class="command"><code>${typed(row.command)}</code></p>`
  }</li>`;
}

/** Shows the criteria of items by evidence; of a run without items, its claims. */
const criteria = ({ report }: BoardRun): Safe => (report.items.length === 0 ? claims(report) : matrix(report));

/** Minutes are told, and no seconds: a page that says the same is not sent again. */
function sinceOf(since: number, now: number): Safe {
  const minutes = Math.floor(Math.max(0, now - since) / 60_000);
  const said = minutes < 1 ? '<1m' : minutes < 120 ? `${minutes}m` : `${Math.floor(minutes / 60)}h`;
  return html`<time datetime="${new Date(since).toISOString()}">${said}</time>`;
}

const SIGNS: Readonly<Record<Spoken['kind'], string>> = { text: '', tool: '> ', result: '  ', end: '', fault: '! ' };

function sessions({ sessions: all, now }: BoardRun): Safe {
  if (all.length === 0) return NOTHING;
  const living = all.filter(({ isLive }) => isLive).length;
  return section(
    'sessions',
    'Sessions',
    html`${all.map((one) => sessionOf(one, now))}`,
    living === 0 ? 'none works now' : `${living} at work; the newest lines of each`,
  );
}

function sessionOf({ session, item, task, client, since, isLive, end, live, look }: BoardSession, now: number): Safe {
  const [tone, said] = isLive
    ? (['info', 'at work'] as const)
    : end === null
      ? (['quiet', 'over'] as const)
      : end.failure === null
        ? (['good', 'led on'] as const)
        : (['warn', end.failure.class] as const);
  const cost = end === null ? '' : end.money === null ? 'cost unknown' : `$${end.money.toFixed(2)}`;
  const lines = live.lines.map(({ kind, text }) => html`<span class="${kind}">${SIGNS[kind]}${text}</span>\n`);
  return html`<details id="s-${session}" class="session"${isLive && html` open`}><summary>${pill(tone, said)} <strong>${item ?? 'the run'}</strong> <span class="soft">${task}, ${client}, ${sinceOf(since, now)} ago${cost !== '' && `, ${cost}`}</span></summary>
${end?.failure && html`<p class="small">${end.failure.reason}</p>`}${end !== null && !end.armed && html`<p class="small">Our hooks did not answer in it, so what it says counts for nothing.</p>`}
${lines.length === 0 ? html`<p class="soft">It has said nothing yet.</p>` : html`<pre id="l-${session}" class="live" tabindex="0" aria-label="Output of the session on ${item ?? 'the run'}">${live.isCut && html`<span class="result">(what came before is left out)</span>\n`}${lines}</pre>`}${look !== null && html`<p class="command"><code>${look}</code></p>`}</details>`;
}
