import { isRecord } from '@flow/core/record';
import { ADDED_KEY, FORGE, serverOf, snake, verbsOf } from './tool-verbs.js';

/** The client's own tools whose paths are words to a person, to another agent or in a list. */
const SPEAKERS =
  /^(Task(Create|Update|Get|List|Output|Stop)|AskUserQuestion|(Enter|Exit)PlanMode|BashOutput|Kill(Shell|Bash)|Send(User)?Message|SendUserFile|StructuredOutput)$/;

/** Tools of well-known servers that keep what they are told in a store of their own, whatever it is about. */
const KEEPERS = /^mcp__[\w-]*memory[\w-]*__((create|delete)_(entities|relations)|(add|delete)_observations)$/;

/** Words of people about a change on a forge: the path beside them says of which line. */
const SAYING = /^(comments?|reviews?|threads?|discussions?|notes?|repl(y|ies)|issues?)$/;
/** Verbs that bring a file of the forge here, or change a file there. */
const FETCHING = /^(download|save|clone|checkout|export|files?|contents?|attachments?|assets?|artifacts?)$/;

/**
 * `LOOKING` holds words of tools that only look; as nouns the words stand elsewhere, too, so every other word must be known,
 * and more is asked of the call.
 */
const LOOKING =
  /^(diff|blame|references|referencing|definitions?|implementations?|hover|diagnostics?|symbols?|overview|outline|analy[sz]e|analysis|inspect|scan|lint|check|validate|compare|open|lookup|review|codereview|explain|summari[sz]e)$/;
/** What such words are about. */
const ABOUT =
  /^(files?|codes?|documents?|workspace|project|codebase|folder|directory|path|types?|calls?|hierarchy|incoming|outgoing|goto|all|lines?|errors?|warnings?|issues?|syntax|ast|tree|quality|security|complexity|dependencies)$/;

/** Servers that put questions to another model, which is handed the files; the client makes what comes of it. */
const ADVISERS = /^mcp__(?:zen|pal)(?:-mcp)?(?:-server)?__/;
const ADVISING =
  /^(?:chat|think_?deep|consensus|debug|challenge|planner|precommit|secaudit|docgen|refactor|testgen|tracer|analyze|codereview)$/;

/** Words of tools that run tests, which is no edit of the files that they name. */
const TESTING = /^(run|rerun|tests?|specs?|suites?|all|single|files?|coverage)$/;

/** Fields that have a call that looks write for all that: `{ fix: true }`, `{ output: "report.json" }`. */
const WRITING_FIELD =
  /^(?!thinking_mode$)(.*_)?(fix|autofix|write|apply|save|update|overwrite|in_?place|patch|mode|out|output|outfile|dest|destination|to|report|new_source|code_edit|args|argv|command|options?|flags?)(_.*)?$/;

/** Commands of git that touch no file of the work tree. */
const SPARING_GIT =
  /^(add|stage|commit|diff|log|show|status|blame|branch|tag|fetch|list|describe|shortlog|reflog|remote)$/;

const MAX_DEPTH = 8;

/** Returns true for a call whose paths are only words: nothing here is read or written by it. */
export function speaksOnly(tool: string): boolean {
  if (SPEAKERS.test(tool) || KEEPERS.test(tool)) return true;
  const verbs = verbsOf(tool);
  return FORGE.test(tool) && verbs.some((verb) => SAYING.test(verb)) && !verbs.some((verb) => FETCHING.test(verb));
}

/**
 * Returns true for a call of a server's tool that only looks at the files it names, by its name and by all that it is
 * given.
 */
export function looksOnly(tool: string, input: Readonly<Record<string, unknown>>): boolean {
  const verbs = verbsOf(tool);
  // The form reads the file and hands it to the page.
  if (/^browser_file_upload$/.test(verbs.join('_'))) return true;
  // The reference server shows the change that it would make.
  if (verbs.join('_') === 'edit_file' && Array.isArray(input.edits) && input.dryRun === true) return true;
  if (bringsMore(input, 0)) return false;
  if (ADVISERS.test(tool) && ADVISING.test(verbs.join('_'))) return true;
  if (verbs.includes('git') || serverOf(tool).includes('git')) {
    const [verb = ''] = verbs.filter((one) => one !== 'git');
    return SPARING_GIT.test(verb);
  }
  if (verbs.some((verb) => /^(tests?|specs?)$/.test(verb)) && verbs.every((verb) => TESTING.test(verb))) return true;
  const own = serverOf(tool).filter((word) => !/^(fix|format|edit|write|apply)/.test(word));
  return (
    verbs.some((verb) => LOOKING.test(verb)) &&
    verbs.every((verb) => LOOKING.test(verb) || ABOUT.test(verb) || own.includes(verb))
  );
}

/** Text that could come to stand in a file, or a field that says where to write or that it should. */
function bringsMore(value: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.some((one) => bringsMore(one, depth + 1));
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, part]) => {
    const isGiven = part !== undefined && part !== null && part !== false && part !== '';
    const name = snake(key);
    return isGiven && (ADDED_KEY.test(name) || WRITING_FIELD.test(name) || bringsMore(part, depth + 1));
  });
}
