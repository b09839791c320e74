import { STYLE } from '../report/html/style.js';

/** The looks of a board: those of a report, with what only a board has. */
export const BOARD_STYLE = `${STYLE}
body{max-width:76rem}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1.5rem;align-items:baseline;color:var(--soft);font-size:.85rem;margin-bottom:1.2rem}
.top strong{color:var(--ink);font-weight:650}.late #told{color:var(--bad);font-weight:600}
.runs{list-style:none;padding:0;margin:0 0 1.6rem;display:flex;flex-wrap:wrap;gap:.5rem}
.runs li{margin:0}.runs a,.runs .plain{display:block;padding:.35rem .75rem;border:1px solid var(--line);border-radius:.5rem;text-decoration:none;font-size:.88rem;color:var(--ink)}
.runs .plain{color:var(--soft)}.runs [aria-current]{border-color:var(--ink);box-shadow:inset 0 0 0 1px var(--ink)}.runs .small{margin:0;font-size:.78rem}
.groups{display:grid;gap:1.6rem;margin-top:1.6rem}.groups section{margin:0}
.groups h2{display:flex;gap:.5rem;align-items:baseline}.rows{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
.row{margin:0;padding:.65rem .9rem .7rem;border:1px solid var(--line);border-left-width:.3rem;border-radius:.45rem;background:var(--panel)}
.needs-you .row{border-left-color:var(--warn)}.working .row{border-left-color:var(--info)}.ready .row{border-left-color:var(--good)}
.row .what{display:flex;flex-wrap:wrap;gap:.1rem .7rem;justify-content:space-between;align-items:baseline}
.row .name{font-weight:600;min-width:0}.row .name code{font-weight:600;color:var(--soft);margin-right:.35em}
.row .about{display:flex;flex-wrap:wrap;gap:.1rem 1rem;margin:0;color:var(--soft);font-size:.83rem;font-variant-numeric:tabular-nums}
.row .about div{display:flex;gap:.3em}.row .about dd{margin:0;color:var(--ink)}
.row .why{margin:.2rem 0 0;font-size:.92rem}.command{margin:.35rem 0 0;font-size:.88rem}.command code{background:var(--ground);border:1px solid var(--line);border-radius:.3rem;padding:.12rem .45rem;display:inline-block;user-select:all}
.over .row{background:none;padding:.35rem .9rem;border-left-width:1px}
.live{margin:.7rem 0 0;padding:.7rem .9rem;max-height:22rem;overflow:auto;background:var(--panel);border:1px solid var(--line);border-radius:.45rem;font:.8rem/1.55 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere}
.live .tool{color:var(--info)}.live .result{color:var(--soft)}.live .end{color:var(--good)}.live .fault{color:var(--bad)}
.session summary{display:flex;flex-wrap:wrap;gap:.1rem .7rem;align-items:baseline;color:var(--ink)}
.problem{padding:.8rem 1rem;border-left:.3rem solid var(--bad);background:var(--bad-g);border-radius:.3rem}
@media (max-width:42rem){.row{padding:.55rem .7rem}.runs a,.runs .plain{padding:.3rem .6rem}.groups{gap:1.2rem}}
@media print{.live{max-height:none}}
`;
