export { spendsTry } from '../workflow/failures.js';
export {
  type Attempt,
  attemptsOf,
  fingerprintOf,
  isAnalysisDue,
  mentionedIn,
  type Retry,
  retryOf,
} from './attempts.js';
export { type Brief, briefOf, briefText, criteriaOf } from './brief.js';
export type { BriefChange, BriefDocument, BriefFacts, BriefFinding, BriefPlatform, BriefRole } from './brief-facts.js';
export { citedText } from './citations.js';
export { type CommitSet, commitMessage, commitSet } from './commit-set.js';
export {
  type Context,
  type ContextBound,
  type ContextFacts,
  contextOf,
  contextText,
  lastOf,
  type Resolved,
} from './context.js';
export { CONTRADICTIONS, contradictionIn } from './contradiction.js';
export { isByCommand, isByJudge } from './decided-by.js';
export { classifyEnding, type Ending, type EndingFacts } from './ending.js';
export { type Escalation, type EscalationFacts, type EscalationOption, escalationOf } from './escalation.js';
export { everyItem } from './every-item.js';
export { type ItemsFound, isNamed, itemsIn, type Kinds, kindsOf, type ListingDocument } from './listed.js';
export { isGivenUp, type Mirror, type MirroredTask, mirrored, mirrorOf } from './mirror.js';
export { type FoundService, OUTSIDE_SERVICES, type OutsideNeeds, scanItem } from './outside.js';
export { countedIds, countItems, type ItemCounts, progressDue, type ToldProgress } from './progress.js';
export { type ResumeFacts, stepsAfterWait } from './resume.js';
export { matchSkills, type Skill, type SkillMatch } from './skills.js';
export { blockedBy, type Hindrance, type Start, startsOf } from './starts.js';
export { TOPIC_AGENTS, type TopicAgent } from './topic-agents.js';
export {
  RESEARCH_SECTIONS,
  TOPIC_CATEGORIES,
  type Topic,
  topicHeading,
  topicsOf,
} from './topics.js';
