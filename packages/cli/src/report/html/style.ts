/** `STYLE` is the looks of a report: one style sheet within the page. Light and dark, narrow and wide, screen and paper. */
export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--panel:#f6f7f9;--ink:#1a1d21;--soft:#555d66;--line:#dde1e6;--link:#0b57b0;
--good:#0f6b35;--good-g:#e4f4ea;--bad:#a8122a;--bad-g:#fde9ec;--warn:#7a4a00;--warn-g:#fcf1d6;--info:#4a3aa8;--info-g:#eeebfc;--quiet:#555d66;--quiet-g:#edeff2;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--ground:#101316;--panel:#181c20;--ink:#e5e8eb;--soft:#a3abb4;--line:#2d3339;--link:#83b8f7;
--good:#6fd695;--good-g:#11301e;--bad:#ff9aa6;--bad-g:#3a151b;--warn:#edc068;--warn-g:#33270d;--info:#b9aefb;--info-g:#241f45;--quiet:#a3abb4;--quiet-g:#22272c}}
*{box-sizing:border-box}
html{font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;color:var(--ink);background:var(--ground);-webkit-text-size-adjust:100%}
body{max-width:62rem;margin:0 auto;padding:2.5rem 1.5rem 4rem;overflow-wrap:anywhere}
h1,h2,h3{line-height:1.25;margin:0;text-wrap:balance}
h1{font-size:1.75rem;letter-spacing:-.015em;font-weight:650}
h2{font-size:1.1rem;font-weight:650;margin:0 0 .7rem}
h3{font-size:.95rem;font-weight:600;margin:1.2rem 0 .4rem}
p{margin:.4rem 0}ul,ol{margin:.4rem 0;padding-left:1.2rem}li{margin:.15rem 0}
a{color:var(--link);text-underline-offset:.15em}
code,.mono{font-family:var(--mono);font-size:.86em}code,.pill,.soft,.note{unicode-bidi:isolate}
.note,.soft{color:var(--soft);font-weight:400}.note{font-size:.85rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
section{margin-top:2.6rem;scroll-margin-top:1rem}
.over{color:var(--soft);font-size:.85rem;margin:0 0 .5rem}
header>ul{margin:1rem 0 0}header .verdict{border-left:.35rem solid;padding:.1rem 0 .1rem 1.1rem}
.verdict.good{border-color:var(--good)}.verdict.bad{border-color:var(--bad)}.verdict.warn{border-color:var(--warn)}
.verdict .said{font-weight:600;margin:0 0 .15rem;font-size:.9rem}
.good .said{color:var(--good)}.bad .said{color:var(--bad)}.warn .said{color:var(--warn)}
.tally{display:flex;flex-wrap:wrap;gap:.4rem;margin:.8rem 0 0;padding:0;list-style:none}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.1rem 1.5rem;margin:1.6rem 0 0;padding:.9rem 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.facts div{padding:.25rem 0}.facts .wide{grid-column:span 2}.facts dt{color:var(--soft);font-size:.8rem}.facts dd{margin:0}
nav{margin-top:1rem;font-size:.88rem;color:var(--soft)}nav a{margin-right:1rem;display:inline-block}
.pill{display:inline-block;font-size:.74rem;line-height:1.5;font-weight:650;letter-spacing:.02em;padding:.05rem .5rem;border-radius:1rem;white-space:nowrap;border:1px solid transparent}
.pill.good{color:var(--good);background:var(--good-g)}.pill.bad{color:var(--bad);background:var(--bad-g)}.pill.warn{color:var(--warn);background:var(--warn-g)}.pill.info{color:var(--info);background:var(--info-g)}.pill.quiet{color:var(--quiet);background:var(--quiet-g)}
table{width:100%;border-collapse:collapse;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .9rem .5rem 0;border-bottom:1px solid var(--line)}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-weight:500;font-size:.8rem;padding-top:0}
tbody th{font-weight:500}
.claims tbody th{font-family:var(--mono);font-size:.86rem;white-space:nowrap}
.pills td:nth-child(2),.pills td:nth-child(3),.pills tbody th,tbody th{white-space:nowrap}
.matrix tbody th{font-family:var(--mono);font-size:.86rem;white-space:normal}.matrix td:nth-child(2){width:44%}.matrix th:first-child{width:16%}
.claims td:nth-child(2){width:44%}.claims td:nth-child(3){width:17%}
.words table{table-layout:fixed}.words tbody th{white-space:normal}.words th:nth-child(1){width:27%}.words th:nth-child(2){width:22%}.words th:nth-child(3){width:10%}
.small{font-size:.85rem;color:var(--soft);margin:.2rem 0 0}.small code{color:var(--ink)}
.steps{list-style:none;padding:0 .75rem 0 0;display:grid;grid-template-columns:repeat(auto-fill,minmax(9.6rem,1fr));gap:.5rem .75rem;counter-reset:step}
.steps li{counter-increment:step;margin:0;padding:.5rem .7rem .55rem;border:1px solid var(--line);border-radius:.5rem;font-size:.88rem;line-height:1.35}
.steps li::before{content:counter(step);color:var(--soft);font-size:.75rem;display:block}
.steps .done{background:var(--good-g);border-color:transparent}.steps .current{border:2px solid var(--ink);padding:calc(.5rem - 1px) calc(.7rem - 1px)}
.steps .left-out{color:var(--soft);text-decoration:line-through}
.steps .small{font-size:.78rem;margin:.1rem 0 0}
.steps li{position:relative}.steps li:not(:last-child)::after{content:"\\2192";position:absolute;right:-.62rem;top:50%;translate:0 -50%;color:var(--soft);font-size:.8rem;z-index:1}
.steps .back::before{content:"\\21b0\\a0"}
.finding{border-left:3px solid var(--line);padding:.1rem 0 .1rem .9rem;margin:.9rem 0}
.finding.bad{border-color:var(--bad)}.finding.warn{border-color:var(--warn)}.finding.good{border-color:var(--good)}
.finding h3{margin:0}.finding pre{margin:.4rem 0;padding:.5rem .7rem;background:var(--panel);border-radius:.35rem;font:.83rem/1.5 var(--mono);white-space:pre-wrap}
.shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem}
figure{margin:0}figure img{display:block;width:100%;height:auto;max-height:24rem;object-fit:contain;object-position:left top;border:1px solid var(--line);border-radius:.4rem;background:var(--panel)}
figcaption{font-size:.83rem;color:var(--soft);margin-top:.3rem}
.time{list-style:none;padding:0;margin:0;font-size:.9rem}
.time li{display:grid;grid-template-columns:10.5rem 1fr;gap:.9rem;padding:.22rem 0}
.time time{color:var(--soft);font-variant-numeric:tabular-nums;font-size:.84rem}
.time .phase{font-weight:600;border-top:1px solid var(--line);margin-top:.3rem;padding-top:.45rem}
.time .yes::before{content:"\\2713\\a0";color:var(--good)}.time .no::before{content:"\\2717\\a0";color:var(--bad)}
.lanes{display:grid;gap:.35rem;margin:.2rem 0 .6rem}.lane{display:grid;grid-template-columns:minmax(3.5rem,7.5rem) 1fr;gap:.9rem;align-items:center;font-size:.86rem}
.lane>span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-family:var(--mono)}.lane div{position:relative;height:1.15rem;background:var(--panel);border-radius:.2rem;overflow:hidden}
.lane i{position:absolute;top:0;height:.8rem;border-radius:.12rem}.lane .wait{top:.85rem;height:.3rem}.axis p{display:flex;justify-content:space-between;margin:0}
.key{display:inline-block;width:.8em;height:.8em;border-radius:.12rem;margin:0 .35em 0 .9em;vertical-align:-.05em}.key:first-child{margin-left:0}.key.wait{height:.3em;vertical-align:.2em}.figures dt::first-letter{text-transform:uppercase}
i.good,.key.good{background:var(--good)}i.bad,.key.bad{background:var(--bad)}i.warn,.key.warn{background:var(--warn)}i.quiet,.key.quiet{background:var(--line)}i.wait,.key.wait{background:var(--soft)}
.figures{border:0;margin:0 0 .6rem;padding:0;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr))}
.numbers{display:flex;flex-wrap:wrap;gap:.3rem 2.4rem;margin:0 0 .8rem}.numbers div{display:flex;flex-direction:column-reverse}
.numbers dt{color:var(--soft);font-size:.83rem}.numbers dd{margin:0;font-size:1.3rem;font-weight:600;font-variant-numeric:tabular-nums}
details{margin-top:.7rem}summary{cursor:pointer;color:var(--link);font-size:.92rem}
footer{margin-top:3.5rem;padding-top:1rem;border-top:1px solid var(--line);color:var(--soft);font-size:.85rem}
:target{outline:2px solid var(--link);outline-offset:.4rem;border-radius:.2rem}
@media (max-width:42rem){.facts .wide{grid-column:auto}body{padding:1.4rem 1rem 3rem}h1{font-size:1.4rem}
table,tbody,tr,th,td{display:block}thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
tr{border-bottom:1px solid var(--line);padding:.6rem 0}th,td,.claims td:nth-child(n),.matrix td:nth-child(n),.matrix th:first-child,.words th:nth-child(n){border:0;padding:.12rem 0;width:auto}
td:not(:empty)::before{content:attr(data-name);display:block;font-size:.76rem;color:var(--soft)}
.claims td:nth-child(2)::before,.claims td:nth-child(3)::before{content:none}
.time li{grid-template-columns:1fr;gap:0}}
@media print{@page{margin:16mm 14mm}:root{color-scheme:light;--ground:#fff;--panel:#f6f7f9;--ink:#000;--soft:#444;--line:#ccc;--link:#000;--good:#0f6b35;--good-g:#e4f4ea;--bad:#a8122a;--bad-g:#fde9ec;--warn:#7a4a00;--warn-g:#fcf1d6;--info:#4a3aa8;--info-g:#eeebfc;--quiet:#444;--quiet-g:#edeff2}
html{font-size:10pt;-webkit-print-color-adjust:exact;print-color-adjust:exact}body{max-width:none;padding:0}nav{display:none}
section{margin-top:1.6rem}h2,h3,summary{break-after:avoid}tr,li,figure,.finding,.lanes{break-inside:avoid}.lanes{break-after:avoid}
thead{display:table-header-group}thead,thead tr{break-inside:avoid;break-after:avoid}tbody>tr:first-child{break-before:avoid}
a{text-decoration:none}summary{color:inherit;list-style:none}details::details-content{content-visibility:visible;block-size:auto}}
`;
