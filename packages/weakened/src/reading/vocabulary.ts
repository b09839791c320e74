import type { Claim } from './assertion.js';

/** What a framework's word claims, and how its arguments lie. */
export interface Word {
  claim: Claim;
  not?: boolean;
  /** Number of operands besides the subject. */
  takes?: number;
  /** What is expected, where the word itself says it. */
  expects?: string;
  /** Part of the subject that is looked at. */
  of?: string;
  /** In whatever order. */
  unordered?: true;
  /** What is expected may be given element by element. */
  listed?: true;
}

const entry = (words: string, word: Word): [string, Word][] => words.split(' ').map((name) => [name, word]);

/**
 * Words of assertion frameworks, in small letters without underscores. Frameworks agree so much on what a word means that
 * one table serves the seven languages; what differs, the order of arguments, is with each language.
 */
const WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  ...entry(
    'assertequal assertequals toequaltypeof deepequals cmpequals codecequals equal equals strictequal deepequal deepstrictequal tobe toequal tostrictequal isequalto isequal eq eql eqls eqv be is same deepis isdeepequal equalto exactly equalvalues exactlyequal eqto assertsame assertis isidenticalto issameas samebeing sameinstance same assertlistequal assertdictequal asserttupleequal assertsetequal assertsequenceequal assertmultilineequal containsexactlyelementsof assertarrayequals assertiterableequals assertlinesmatch jsoneq yamleq samepropertyvaluesas asserteq debugasserteq prettyasserteq musteq mustbeequal eqerror hasvalue hastostring tohaveproperty property havedeepproperty haveproperty deeppropertyval propertyval mustequal shouldequal shouldbe shouldresemble equalfold wantequal assertframeequal assertseriesequal assertarrayequal containsentry hasentry hasfieldorpropertywithvalue asserteqm comparesequalto isequaltocomparingfieldbyfield  beequivalentto beidenticalto matchjson matchyaml matchxml usingrecursivecomparison haveattribute asserttemplateused assertredirects isin',
    { claim: 'equal', takes: 1 },
  ),
  ...entry('containsexactly containsinorder', { claim: 'equal', takes: 1, listed: true }),
  ...entry('haveattributes', { claim: 'equal', takes: 9 }),
  ...entry(
    'assertcountequal contentequals assertitemsequal elementsmatch matcharray samemembers deepmembers samedeepmembers members',
    { claim: 'equal', takes: 1, unordered: true },
  ),
  ...entry(
    'consistof containexactly containsexactlyinanyorder containsonly containsinanyorder arraycontaininginanyorder',
    {
      claim: 'equal',
      takes: 1,
      unordered: true,
      listed: true,
    },
  ),
  ...entry(
    'assertnotequal assertnotequals notequal notequals notstrictequal notdeepequal notdeepstrictequal isnotequalto neq ne notdeepis assertnotsame refuteequal refutesame assertne debugassertne notsame noteq isnotsameas assertisnot',
    {
      claim: 'equal',
      takes: 1,
      not: true,
    },
  ),
  ...entry('assertpredicate asserttrue istrue true betrue assertx isok beok totrue assertok', { claim: 'true' }),
  ...entry('assertfalse isfalse false befalse refute notok isnotok assertnot', { claim: 'true', not: true }),
  ...entry('ok tobetruthy betruthy truthy assert toexist exist exists shouldexist', { claim: 'truthy' }),
  ...entry('tobefalsy befalsey befalsy falsy falsey', { claim: 'truthy', not: true }),
  ...entry(
    'tobenull assertnull assertisnone isnull nil null benil assertnil tobeundefined isundefined undefined none isnone nilvalue tobenil',
    {
      claim: 'equal',
      expects: 'null',
    },
  ),
  ...entry('tobenan isnan nan benan', { claim: 'equal', expects: 'nan' }),
  ...entry(
    'assertnotnull assertisnotnone isnotnull notnil notnull refutenil notnullvalue assertnotnil tobedefined isdefined defined ispresent bepresent isnotundefined tobenotnull tonotbenull',
    {
      claim: 'defined',
    },
  ),
  ...entry(
    'assertalmostequal assertalmostequals tobecloseto closeto indelta indeltaslice inepsilon iscloseto bewithin assertindelta assertinepsilon approximately isclose assertallclose allclose assertarrayalmostequal assertrelativeeq assertabsdiffeq assertapproxeq assertulpseq withinduration isequaltowithin isapproximatelyequalto assertnear',
    {
      claim: 'approx',
      takes: 2,
    },
  ),
  ...entry(
    'assertin tocontain tocontainequal assertcontains containsstring includes contain assertincludes assertinclude subset containsanyof hasitem containskey haskey havekey keys startswith startwith endswith endwith stringcontains errorcontains hasmessagecontaining isoneof oneof havekeys hasmessagestartingwith tocontaintext containsubset assertcontainsstring tohaveclass hasattributes haveproperties issubsetof containsubstring containelement haveprefix havesuffix',
    {
      claim: 'contains',
      takes: 1,
    },
  ),
  ...entry('contains hasitems containsall containssequence include containelements containsentries', {
    claim: 'contains',
    takes: 1,
    listed: true,
  }),
  ...entry(
    'assertnotin notcontains doesnotcontain notinclude refuteincludes doesnotcontainkey doesnothave notincludes',
    { claim: 'contains', takes: 1, not: true },
  ),
  ...entry(
    'assertregex assertregexpmatches tomatch matches match regexp assertmatch matchesregex matchesregexp matchregexp containspattern assertmatches matchespattern assertthatmatches',
    {
      claim: 'matches',
      takes: 1,
    },
  ),
  ...entry('assertnotregex notmatch notregexp refutematch doesnotmatch doesnotmatchregex', {
    claim: 'matches',
    takes: 1,
    not: true,
  }),
  ...entry('tomatchobject objectcontaining matchobject returns extracting', { claim: 'part', takes: 1 }),
  ...entry(
    'assertgreater assertgreaterequal assertless assertlessequal tobegreaterthan tobegreaterthanorequal tobelessthan tobelessthanorequal isgreaterthan isgreaterthanorequalto islessthan islessthanorequalto greater greaterorequal less lessorequal isatleast isatmost above below least most atleast atmost gt gte lt lte greaterthan greaterthanorequalto lessthan lessthanorequalto isabove isbelow bebetween isbetween between assertoperator within',
    {
      claim: 'compare',
      takes: 1,
    },
  ),
  ...entry('ispositive positive isnotzero notzero isnegative negative', { claim: 'compare' }),
  ...entry(
    'assertisinstance tobeinstanceof isinstanceof instanceof bea bean beinstanceof beakindof beaninstanceof assertinstanceof assertkindof istype typeof isinstance isexactlyinstanceof isassignablefrom tobetypeof implements instance a an any fitstypeof kindof isa isarray isstring isnumber isobject isfunction isboolean',
    {
      claim: 'type',
      takes: 1,
    },
  ),
  ...entry(
    'havelen haslen tohavelength havelength lengthof len haslength hassize havesize size iterablewithsize arraywithsize havelengthof length hasitemcount tohavecount count hascount haveexactly',
    {
      claim: 'equal',
      takes: 1,
      of: ' . #length',
    },
  ),
  ...entry('assertempty isempty empty beempty tobeempty', { claim: 'equal', expects: '0', of: ' . #length' }),
  ...entry('isnotempty notempty refuteempty assertnotempty isnotblank', { claim: 'compare', not: false }),
  ...entry('equalerror', { claim: 'equal', takes: 1, of: ' . Error ( )' }),
  ...entry('iszero zero bezero', { claim: 'equal', expects: '0' }),
  ...entry(
    'raise assertraises assertraisesregex assertraisesregexp raises tothrow tothrowerror throws rejects throw raiseerror raiseexception assertthrows assertthrowsexactly isthrownby throwserror throwsasync throwsexactly errorresponse assertraise assertraiseserror tothrowwithmessage rejectedwith haserrormessage panics panicswithvalue panicswitherror assertwarns warns berejectedwith failswith fails shouldfail assertfails isrejectedwith',
    {
      claim: 'raises',
      takes: 2,
    },
  ),
  ...entry('error assertiserr iserr haserror err', { claim: 'raises' }),
  ...entry('erroris erroras errormatches panicmatches errortype iserrortype matcherror', { claim: 'raises', takes: 1 }),
  ...entry(
    'noerror noerr nilerror iferror doesnotthrow doesnotreject notraises assertnothingraised nothingraised assertdoesnotthrow doesnotthrowanyexception notpanics isok notthrows notthrow noerrors thatnoexceptionisthrownby doesnotraise',
    {
      claim: 'no-error',
    },
  ),
  ...entry(
    'tomatchsnapshot tomatchinlinesnapshot tothrowerrormatchingsnapshot tothrowerrormatchinginlinesnapshot matchsnapshot snapshot assertsnapshot assertjsonsnapshot assertdebugsnapshot assertyamlsnapshot tohavescreenshot tomatchscreenshot tomatchfilesnapshot tomatchariasnapshot matchessnapshot assertmatchsnapshot approve assertgolden tomatchimagesnapshot',
    {
      claim: 'snapshot',
      takes: 1,
    },
  ),
  ...entry(
    'assertcalledwith assertcalledoncewith assertanycall asserthascalls tohavebeencalledwith tohavebeenlastcalledwith tohavebeennthcalledwith tohavebeencalledexactlyoncewith tobecalledwith lastcalledwith nthcalledwith calledwith calledoncewith calledwithexactly assertcalledwithexactly tohavereturnedwith calledwithmatch calledonceswith calledonlywith assertawaitedwith assertawaitedoncewith',
    {
      claim: 'called-with',
      takes: 3,
    },
  ),
  ...entry('tohavebeencalledtimes tobecalledtimes callcount assertnumberofcalls tohavereturnedtimes times', {
    claim: 'called-times',
    takes: 1,
  }),
  ...entry('assertcalledonce calledonce assertawaitedonce tohavebeencalledonce', {
    claim: 'called-times',
    expects: '1',
  }),
  ...entry('calledtwice', { claim: 'called-times', expects: '2' }),
  ...entry('calledthrice', { claim: 'called-times', expects: '3' }),
  ...entry(
    'assertcalled tohavebeencalled tobecalled called assertawaited assertexpectations havereceived tohavereturned',
    { claim: 'called' },
  ),
  ...entry('assertnotcalled notcalled assertnumberofcallszero assertnotawaited', { claim: 'called', not: true }),
]);

/** Returns a word as the table has it: small, without underscores, `!` and generics. */
export const wordName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/<.*>$/, '')
    .replace(/[_!?]/g, '')
    .replace(/f$/, (f, _index: number, text: string) => (FORMATTED.has(text) ? '' : f));

/** Words of testify that end in `f` for a formatted message. */
const FORMATTED = new Set(
  'equalf notequalf truef falsef nilf notnilf errorf noerrorf containsf notcontainsf lenf emptyf notemptyf errorisf errorasf errorcontainsf greaterf lessf indeltaf jsoneqf eventuallyf elementsmatchf equalvaluesf zerof panicsf regexpf equalerrorf istypef'.split(
    ' ',
  ),
);

/** Returns what a word claims; undefined for one that no framework has. */
export const wordOf = (name: string): Word | undefined => WORDS.get(wordName(name));

/** Names that look as if they assert: calls of them are assertions unless their body is known. */
export const looksLikeAssertion = (name: string): boolean =>
  /^(?!require_(?:relative|dependency)$)(?:assert|expect|should|verify|check|must|ensure|require|refute)(?=[A-Z_!]|$)/.test(
    name,
  );
