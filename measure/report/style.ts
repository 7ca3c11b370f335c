/** The page's look: colours that colour-blind readers tell apart (Okabe and Ito), light and dark, and on paper. */
export const STYLE = `
:root { color-scheme: light dark; --back: #fff; --ink: #1c1c1c; --soft: #5a5a5a; --line: #dcdcdc; --card: #fafafa;
  --c0: #0072b2; --c1: #d98a00; --c2: #7a7a7a; --c3: #009e73; --bad: #b3001b }
@media (prefers-color-scheme: dark) { :root { --back: #15171a; --ink: #e8e8e8; --soft: #a5a5a5; --line: #34383d;
  --card: #1c1f23; --c0: #56b4e9; --c1: #e69f00; --c2: #9a9a9a; --c3: #2fc69b; --bad: #ff7a85 } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px; max-width: 1240px; background: var(--back); color: var(--ink);
  font: 15px/1.45 system-ui, "Segoe UI", "DejaVu Sans", sans-serif }
h1 { margin: 0; font-size: 26px } h2 { margin: 34px 0 0; font-size: 19px } h3 { margin: 0 0 8px; font-size: 15px }
p { margin: 4px 0; color: var(--soft); font-size: 13px }
main, .figures { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 16px }
.figures { gap: 16px; margin-top: 10px }
@media (min-width: 900px) { main, .wide .figures { grid-template-columns: repeat(2, minmax(0, 1fr)) } .wide { grid-column: 1 / -1 } }
figure { margin: 0; padding: 14px 16px; background: var(--card); border: 1px solid var(--line); border-radius: 6px;
  break-inside: avoid; overflow-x: auto }
svg { display: block; width: 100%; height: auto; margin-bottom: 8px }
text { fill: var(--ink); font-size: 11.5px } .tick, .axis { fill: var(--soft); font-size: 11px } .value { font-size: 10.5px }
.grid { stroke: var(--line) } .limit { stroke: var(--bad); stroke-dasharray: 5 4 }
.missing { border-left: 3px solid var(--bad); padding-left: 10px; color: var(--ink) }
table { width: 100%; border-collapse: collapse; font-size: 12px; font-variant-numeric: tabular-nums }
th, td { padding: 2px 6px; text-align: right; border-top: 1px solid var(--line); font-weight: normal; white-space: nowrap }
thead th { color: var(--soft); white-space: normal; border: 0; vertical-align: bottom } th:first-child { text-align: left }
${[0, 1, 2, 3].map((at) => `.fill${at} { fill: var(--c${at}) } .text${at} { fill: var(--c${at}) } .line${at} { fill: none; stroke: var(--c${at}); stroke-width: 2 }`).join("\n")}
@media print { body { max-width: none; padding: 0 } h2 { break-after: avoid } }
`
