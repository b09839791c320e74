import { type FrontProgram, type FrontWords, frontWords } from '@flow/shell-effects/plain/front-words';
import { FRONT_MARK } from './front.js';

/** Bytes of one block that the front reads, and how many blocks: a longer event is not looked at there. */
const BLOCK = 8192;

/** Bytes of an event that bash reads by itself. */
const READ = 4096;

/**
 * Returns the source of the front, `.claude/hooks/flow-front`: a POSIX shell file that answers calls of the shell which can matter
 * to nothing, and hands every other event on to the launcher byte for byte. It asks what `lookFirst` asks, of fewer words: an event
 * is taken only where its whole text is of one layout, without an escape in what is used.
 *
 * What was read lies behind descriptor 3 for the launcher, as a document with one line end more, and `FLOW_FRONT` says how many bytes
 * of it are the event's (`<process>.<bytes>`): what was not read stands in standard input, where no shell touches it.
 *
 * The text is read by `dd`, which says how many bytes there were: a shell drops bytes of value 0, and so knows that it did. bash,
 * which starts programs slowly, reads a shorter one by itself up to such a byte. JSON
 * without blanks is cut at its quotes into words by the shell itself, so that each word is looked at once.
 *
 * Without an event it does nothing, as the launcher does: a client that reads another one's file may drop the words behind a command.
 *
 * The first lines are the same in every version: a file that is half a merge is a fault of syntax, and shells leave that with 2, by
 * which a client would take any event for refused. The trap is set before.
 */
export function frontSource(version: string, words: FrontWords = frontWords()): string {
  return `#!/bin/sh
${FRONT_MARK}. Written by \`flow-hooks install\`; edits are refused and undone there.
case $#.\${1-} in 1.PreToolUse) bad=2 ;; 1.PostToolUse) bad=1 ;; 0.) exit 0 ;; *) exit 1 ;; esac
trap 'exit $bad' EXIT
event=$1 here=\${0%/*} back='' all='' text='' started=''
# Version ${version}
case \${LC_ALL+x} in x) back=x lc=$LC_ALL ;; esac
LC_ALL=C

leave() {
  trap - EXIT
  exit "$1"
}
complain() {
  printf 'flow-hooks: %s\\n' "$1" >&2
  leave "$bad"
}
hand_on() {
  if [ "$back" ]; then LC_ALL=$lc; else unset LC_ALL; fi
  command -v node >/dev/null 2>&1 || complain 'Node is not on the search path of the agent, so nothing guards this call.'
  [ -r "$here/flow.cjs" ] || complain 'the launcher beside the front is missing. \`flow-hooks install\` puts it back.'
  FLOW_FRONT=$$\${started:+.$count}
  export FLOW_FRONT
  [ "$started" ] || exec node "$here/flow.cjs" "$event"
  exec node "$here/flow.cjs" "$event" 3<<END
$text
END
}

[ "\${FLOW_DEBUG-}\${FLOW_WORKTREE-}" ] && hand_on
case \${HOME-} in /*) ;; *) hand_on ;; esac
set -f
newline='
'
if [ "\${BASH_VERSION-}" ]; then
  # To start a program takes bash longer than to read so much byte by byte. A byte of value 0 ends it, too, and is lost.
  if IFS= read -r -d '' -n ${READ} text; then
    [ \${#text} = ${READ} ] || complain 'the event holds bytes that a shell cannot hand on.'
    started=x count=${READ}
    IFS=' ' && hand_on
  fi
  all="\${text}0+1 records in\${newline}0+1 records out\${newline}\${#text} bytes"
else
  command -v dd >/dev/null 2>&1 || hand_on
  all=$(LC_ALL=C dd ibs=${BLOCK} obs=${BLOCK} count=3 2>&1) || complain 'the event could not be read.'
fi
# What dd says stands in the last lines, and behind the last quote. No pattern below has a star in front of a long text to cut it there.
IFS=$newline
set -- $all
eval "told=\\\${$#}"
count=\${told%% byte*}
IFS='"'
set -- $all
eval "last=\\\${$#}"
said=\${last% records in*}
text=\${all% records in*}
text=\${text%?+?}
started=x whole=''
size=$((\${#all} - \${#last} + \${#said} - 3))
case $said in
  *0+1) whole=x blocks=0+1 ;;
  *1+0) whole=x blocks=1+0 ;;
  *0+2) whole=x blocks=0+2 ;;
  *1+1) whole=x blocks=1+1 ;;
  *2+0) whole=x blocks=2+0 ;;
  *0+0) whole=x blocks=0+0 ;;
  *[0-3]+[0-3]) ;;
  *) complain 'the event could not be read.' ;;
esac
[ "$count" = "$size" ] || complain 'the event holds bytes that a shell cannot hand on.'
[ "$whole" ] || { IFS=' ' && hand_on; }
case \${text%"$newline"} in *[[:cntrl:]]* | *\\\\\\\\* | *\\\\[!\\"/bfnrtu]* | *\\\\u[!0-9a-fA-F]* | *\\\\u?[!0-9a-fA-F]* | *\\\\u??[!0-9a-fA-F]* | *\\\\u???[!0-9a-fA-F]*) hand_on ;; esac

# One member of the event after the other: what it is called, what it is, and what stands behind it.
[ "$1" = '{' ] || hand_on
shift
at=event seen=' ' used='' cwd='' command='' name='' tool='' end=''
while [ $# -gt 1 ]; do
  key=$1 is=$2
  shift 2
  case $is in
    :)
      value=''
      case $at.$key in
        response.stdout | response.stderr | input.description)
          # A part that ends with a backslash goes on behind the quote.
          while :; do
            [ $# -gt 1 ] || hand_on
            case $1 in *\\\\) shift ;; *) break ;; esac
          done ;;
        *)
          value=\${1-}
          case $value in *\\\\*) hand_on ;; esac ;;
      esac
      [ $# -gt 1 ] || hand_on
      kind=string next=$2
      shift 2 ;;
    ':{')
      case $at.$key in
        event.tool_input) at=input ;;
        event.tool_response) at=response ;;
        event.effort) at=effort ;;
        *) hand_on ;;
      esac
      case $seen in *" $key "*) hand_on ;; esac
      seen="$seen$key "
      continue ;;
    :[0-9tfn]*)
      kind=other
      value=\${is#:}
      value=\${value%%[,\\}]*}
      next=\${is#":$value"}
      case $value in true | false | null | 0 | [1-9]) ;; 0* | *[!0-9]*) hand_on ;; esac ;;
    *) hand_on ;;
  esac
  case $seen in *" $key "*) hand_on ;; esac
  seen="$seen$key "
  case $at.$kind.$key in
    event.string.hook_event_name) name=$value ;;
    event.string.tool_name) tool=$value ;;
    event.string.cwd) cwd=$value ;;
    event.string.session_id | event.string.transcript_path | event.string.prompt_id | event.string.permission_mode) ;;
    event.string.tool_use_id | event.other.duration_ms) ;;
    effort.string.level) ;;
    input.string.command) command=$value used=x ;;
    input.string.description | input.other.timeout) ;;
    response.string.stdout | response.string.stderr) ;;
    response.other.interrupted | response.other.isImage | response.other.noOutputExpected) ;;
    *) hand_on ;;
  esac
  case $at.$next in
    event.,) ;;
    event.\\}*) end=\${next#?}; break ;;
    *.,) ;;
    *.\\},) at=event ;;
    *.\\}\\}*) at=event end=\${next#??}; break ;;
    *) hand_on ;;
  esac
done
[ $# = 0 ] && [ "$at.$name.$tool.$used" = "event.$event.Bash.x" ] || hand_on
report=$blocks\${last#"$said"}
case $end in "$report" | "$newline$report") ;; *) hand_on ;; esac
case $event.$seen in PreToolUse.*' tool_response '*) hand_on ;; esac

# The words of the command.
[ \${#command} -le 4096 ] || hand_on
case $command in *[!A-Za-z0-9\\ ./:@%+,=_-]*) hand_on ;; esac
IFS=' '
set -- $command
short=- long='' writes=''
case \${1-} in
${words.programs.map((one) => `  ${armOf(one)}`).join('\n')}
  git)
    shift
    case \${1-} in
${words.git.map((one) => `      ${armOf(one)}`).join('\n')}
      *) hand_on ;;
    esac ;;
  *) hand_on ;;
esac
shift
for word; do
  case $word in
    -- | -) ;;
    --=*) hand_on ;;
    --*)
      word=\${word#--}
      case " $long " in *" \${word%%=*} "*) ;; *) hand_on ;; esac ;;
    -*) case \${word#-} in *[!$short]*) hand_on ;; esac ;;
  esac
done

# The repository: an ordinary one, without a link on the way.
case $cwd/ in *[!A-Za-z0-9\\ ./:@%+,=_~#-]* | *//* | */./* | */../*) hand_on ;; /*) ;; *) hand_on ;; esac
[ -d "$cwd" ] || hand_on
root=''
folder=$cwd
while [ "$folder" ]; do
  [ -L "$folder" ] && hand_on
  if [ ! "$root" ]; then
    if [ -e "$folder/.git/HEAD" ]; then root=$folder; elif [ -e "$folder/.git" ] || [ -e "$folder/HEAD" ]; then hand_on; fi
  fi
  folder=\${folder%/*}
done
[ "$root" ] && [ ! -L "$root/.git" ] && [ -e "$root/.git/objects" ] && [ -e "$root/.git/refs" ] || hand_on
[ -e "$root/.git/commondir" ] && hand_on

# What Node has last looked at here. Anything newer, anything that came or went since is for Node to compare.
case \${XDG_STATE_HOME-} in /*) kept=$XDG_STATE_HOME/flow ;; *) kept=$HOME/.local/state/flow ;; esac
look=$kept/front$root/look
[ -f "$look" ] && [ -r "$look" ] || hand_on
state=''
. "$look"
[ "$state" ] || hand_on
[ -e "$state/guards-reads" ] || [ -e "$state/runs" ] && hand_on
if [ "$event" = PostToolUse ]; then
  [ "$writes" ] && hand_on
  [ -e "$state/seal.json" ] || hand_on
  gone=''
  for path; do
    case $gone$path in
      --) gone=x ;;
      x*) if [ -e "$path" ] || [ -L "$path" ]; then hand_on; fi ;;
      *)
        [ -e "$path" ] || [ -L "$path" ] || hand_on
        [ "$path" -nt "$look" ] && hand_on ;;
    esac
  done
fi
leave 0
`;
}

/** Returns the branch of one program: the options that it may have. */
function armOf({ name, short, long, writes }: FrontProgram): string {
  const sets = [short && `short=${short}`, long.length > 0 && `long='${long.join(' ')}'`, writes && 'writes=x'];
  return `${name}) ${sets.filter(Boolean).join(' ') || ':'} ;;`;
}
