/** The styles of the widget, in its shadow root. Nothing of the page's own styles reaches it. */
export const STYLES = `
:host {
  all: initial;
  --text: #1f1c18;
  --dim: #625b52;
  --back: #ffffff;
  --soft: #f3f0eb;
  --line: #8a8278;
  --rule: #e7e2da;
  --bad: #b42318;
  --face: 40% 89%;
  --letters: 50% 27%;
  color-scheme: light;
  font: 400 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans Devanagari", sans-serif;
}
:host([data-theme="dark"]) {
  --text: #ebe6de;
  --dim: #b3ab9f;
  --back: #1c1a17;
  --soft: #2b2824;
  --line: #8f877b;
  --rule: #34302a;
  --bad: #ff9d8f;
  --face: 28% 24%;
  --letters: 55% 85%;
  color-scheme: dark;
}
* { box-sizing: border-box; font: inherit; }
[hidden] { display: none !important; }
button { cursor: pointer; }
:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.launcher {
  position: fixed; inset-block-end: 20px; inset-inline-end: 20px; z-index: 2147483000;
  width: 56px; height: 56px; border: 0; border-radius: 50%; padding: 0;
  background: var(--accent); color: var(--on-accent); box-shadow: 0 2px 12px rgb(0 0 0 / 35%);
}
/* The ring is seen on a site of any colour. */
.launcher:focus-visible { box-shadow: 0 0 0 2px var(--back), 0 2px 12px rgb(0 0 0 / 35%); }
.icon { display: block; margin: auto; }
.launcher .icon { position: absolute; inset: 0; margin: auto; transition: opacity 120ms, transform 120ms; }
.launcher .cross, :host([data-open]) .speech { opacity: 0; transform: rotate(-45deg) scale(0.6); }
:host([data-open]) .cross { opacity: 1; transform: none; }
.badge {
  position: absolute; inset-block-start: -4px; inset-inline-end: -4px; min-width: 22px; height: 22px; padding: 0 6px;
  border-radius: 11px; background: #b42318; color: #fff; font-size: 13px; font-weight: 600; line-height: 22px;
}
.panel {
  position: fixed; inset-block-end: 88px; inset-inline-end: 20px; z-index: 2147483000;
  display: flex; flex-direction: column; width: 376px; height: min(620px, calc(var(--height, 100dvh) - 108px)); overflow: hidden;
  animation: rise var(--rise, 160ms) ease-out;
  border: 1px solid var(--rule); border-radius: 14px; background: var(--back); color: var(--text);
  box-shadow: 0 8px 32px rgb(0 0 0 / 30%);
}
.head {
  display: flex; align-items: center; gap: 8px; padding: 12px 12px 12px 16px;
  background: var(--accent); color: var(--on-accent);
}
.title { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.title h2 { margin: 0; font-size: 16px; font-weight: 600; }
.presence { margin: 2px 0 0; font-size: 13.5px; }
.presence[data-online]::before {
  content: ''; display: inline-block; width: 8px; height: 8px; margin-inline-end: 6px; border-radius: 50%;
  background: currentColor;
}
.close { width: 36px; height: 36px; border: 0; border-radius: 8px; background: none; color: inherit; }
.close:focus-visible { outline-color: currentColor; outline-offset: -2px; }
.log { flex: 1; overflow-y: auto; overscroll-behavior: contain; padding: 16px; }
.log:focus-visible { outline-offset: -2px; }
.list { display: flex; flex-direction: column; gap: 8px; margin: 0; padding: 0; list-style: none; }
.item { display: flex; flex-direction: column; align-items: flex-start; max-width: 85%; }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
.item.team { position: relative; padding-inline-start: 36px; }
.item.first:not(:first-child) { margin-block-start: 4px; }
.face {
  position: absolute; inset-block-start: 0; inset-inline-start: 0; width: 28px; height: 28px; overflow: hidden; border-radius: 50%;
  background: hsl(var(--hue) var(--face)); color: hsl(var(--hue) var(--letters)); font-size: 12px; font-weight: 600; line-height: 28px;
  text-align: center;
}
.face img { display: block; width: 100%; height: 100%; object-fit: cover; }
.author { margin-block-end: 2px; color: var(--dim); font-size: 12.5px; font-weight: 600; }
.item.own { align-self: flex-end; align-items: flex-end; }
.bubble {
  padding: 8px 12px; border-radius: 14px; background: var(--soft); white-space: pre-wrap; overflow-wrap: anywhere;
}
.own .bubble { background: var(--accent); color: var(--on-accent); }
.bubble a { color: inherit; text-decoration: underline; }
.bubble ul, .bubble ol { margin: 0; padding-inline-start: 20px; }
.bubble ul { list-style: disc; }
.bubble blockquote { margin: 0; padding-inline-start: 8px; border-inline-start: 3px solid currentcolor; }
.choices { display: grid; gap: 6px; margin-top: 8px; }
.choice { padding: 8px 12px; border: 1px solid var(--accent); border-radius: 10px; background: none; color: inherit; font: inherit; cursor: pointer; }
.choice:hover { background: var(--accent); color: var(--on-accent); }
.bubble strong { font-weight: 700; }
.bubble em { font-style: italic; }
.bubble code { font-family: ui-monospace, monospace; font-size: 0.9em; }
.bubble .block { display: block; margin: 4px 0; padding: 6px 8px; border-radius: 6px; background: color-mix(in srgb, currentcolor 10%, transparent); }
.picture {
  display: block; width: 220px; max-width: 100%; height: 150px; border-radius: 8px; object-fit: cover;
  background: var(--back);
}
.gone { color: var(--dim); font-style: italic; }
.own .gone { color: inherit; }
.meta { margin-top: 2px; color: var(--dim); font-size: 12.5px; }
/* Only the last of a run shows when it came; the others say it to those who listen. */
.item.team:has(+ .item.team:not(.first)) .meta { position: absolute; overflow: hidden; clip-path: inset(50%); }
.bad { color: var(--bad); }
.link {
  border: 0; padding: 4px; background: none; color: var(--text); font-size: 13.5px; text-decoration: underline;
}
.older { display: block; margin: 0 auto 12px; }
.typing { margin: 0; padding: 0 16px 8px; color: var(--dim); font-size: 13.5px; }
.note { margin: 0; padding: 8px 16px; background: var(--soft); color: var(--text); font-size: 13.5px; }
.form { display: flex; flex-direction: column; gap: 8px; padding: 12px; border-block-start: 1px solid var(--rule); }
.start { gap: 12px; padding: 16px; }
.intro, .problem { margin: 0; }
.intro { font-weight: 600; }
.problem { font-size: 13.5px; }
.label { display: block; color: var(--dim); font-size: 13.5px; }
.input {
  width: 100%; border: 1px solid var(--line); border-radius: 8px; padding: 8px 10px; background: var(--back);
  color: var(--text); font-size: 16px;
}
.input:focus-visible { border-color: transparent; outline-color: var(--dim); outline-offset: -1px; }
.row { display: flex; align-items: flex-end; gap: 8px; }
.text { flex: 1; min-height: 42px; max-height: 140px; resize: none; field-sizing: content; }
.attach {
  flex: none; width: 42px; height: 42px; border: 0; border-radius: 8px; padding: 0; background: none;
  color: var(--text);
}
.send {
  border: 0; border-radius: 8px; padding: 10px 14px; background: var(--accent); color: var(--on-accent);
  font-weight: 600;
}
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 480px) {
  .panel { inset: 0; width: 100%; height: var(--height, 100dvh); border: 0; border-radius: 0; }
  :host([data-open]) .launcher { display: none; }
}
@media (prefers-reduced-motion: reduce) {
  .panel { animation: none; }
  .launcher .icon { transition: none; }
}
@media print { :host { display: none; } }
`

/** Returns black or white: the color of text that is read best on `background`, which is #rrggbb. Source: WCAG 2.2. */
export function textOn(background: string): '#000000' | '#ffffff' {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(background.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}
