import type { Figures } from './figures.js';

/** Definitions say in a sentence each what a figure means: documents and exports quote them. */
export const DEFINITIONS = {
  cost: 'Cost is the money for all sessions that `flow run` started, as their client names it, and for all other requests and sub-agents of the run, by the `prices` of the project; where a part has no price it is *at least* that, and where no part has one it is unknown.',
  perMerged:
    'Cost per merged pull request is the cost of all runs that are counted, merged or not, divided by the runs that ended as merged.',
  perStarted:
    'Cost per started item is the cost of all runs that are counted, divided by the items that somebody has begun, done or not; a run without items is one.',
  proof:
    'Proof per dollar is the number of criteria and claims that are proven on this content, divided by the cost of the run; where a part of the cost is not known it is *at most* that.',
  firstPass:
    'First-pass rate of a gate is the share of items, or of runs for a gate of the whole run, of which the first word of the gate was a pass; what broke down, and tests that have to fail first, say nothing.',
  rework:
    'Rework is what was done again before the merge: failed tries, phases and items that a person opened again, fixes, and the tokens and money of the sessions that mend, until one leads on.',
  afterMerge:
    'Rework after the merge is the commits on the base branch, as it was fetched last, to files that the run had changed, within 14 days of the end that said *merged*, and those of them that name a commit of the run as reverted; whose commits they are, what they mend, and what became of a file under another name, git does not tell.',
  waste:
    'Waste is the tokens and money of sessions of `flow run` whose result was not used: they did not lead on, or their item or run was given up; sessions on items that are still open are not decided.',
  reread:
    'Re-read ratio of a role is the tokens that it read from a cache, divided by the tokens that it wrote, where the client tells these apart.',
  people:
    'Interruptions are the questions, approvals and decisions that the run could not go on without; waits are told with how many there were, how long they took together, and how long the longest was.',
  ceremony:
    'Ceremony is the number of requests to a model before tests were first seen failing, what they cost and how long that took from the begin of the run, pauses among it, and the lines of planning documents for each changed line of source and tests.',
  caught:
    'What a gate caught is the must-fixes of a judge that are closed and not disputed, the failed tries that tests and commands showed, what did not land, and the calls that guards refused, beside the money that models were paid for the gate.',
  budget:
    'A budget is what the project allows work of a class (`budgets`): a workflow, with one of its dials or without; what is not known is neither within nor over it.',
  idle: 'An idle gate is a judge that looked in three runs or more of one workflow and caught nothing in any of them, though models were paid for it, or nobody knows what; fewer runs say nothing, and an open must-fix is not nothing; it is named with the dial that removes it.',
} as const satisfies Record<keyof Figures | 'perMerged' | 'perStarted' | 'afterMerge', string>;
