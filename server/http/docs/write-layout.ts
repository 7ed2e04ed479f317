import { escapeHtml } from './render-markdown.ts'
import type { Rendered } from './render-markdown.ts'

/** A group of the navigation. */
type NavGroup = { title: string; pages: readonly { path: string; title: string }[] }

/** Writes the HTML document of a page, with the navigation. */
export function writeLayout(
  path: string,
  { title, html, headings }: Rendered,
  groups: readonly NavGroup[],
): string {
  const order = groups.flatMap(({ pages }) => pages)
  const at = order.findIndex((each) => each.path === path)
  const neighbour = (step: number, label: string) => {
    const other = at === -1 ? undefined : order[at + step]
    if (other === undefined) return '<span></span>'
    const rel = step < 0 ? 'prev' : 'next'
    return `<a rel="${rel}" href="${other.path}"><small>${label}</small>${escapeHtml(other.title)}</a>`
  }
  const source = path === '/docs' ? '/docs/index.md' : `${path}.md`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Parley docs</title>
<link rel="icon" href="/favicon.svg">
<link rel="alternate" type="text/markdown" href="${source}">
<link rel="stylesheet" href="/fonts.css">
<link rel="stylesheet" href="/docs/assets/docs.css">
<script src="/docs/assets/docs.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="/docs"><img src="/favicon.svg" alt="" width="24" height="24">Parley docs</a>
<search><input type="search" id="search" placeholder="Search" aria-label="Search the docs" aria-controls="results" autocomplete="off"><div id="results" role="listbox" aria-label="Results" hidden></div></search>
<nav aria-label="Product"><a href="/docs/api/messages">API reference</a><a href="/docs/reference">Try the API</a><a href="/">Web app</a></nav>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages"><details open><summary>Pages</summary>
${groups.map((group) => writeGroup(group, path)).join('\n')}
</details></nav>
<main id="content">
${html}
<p class="source"><a href="${source}">This page as Markdown</a></p>
<nav class="neighbours" aria-label="Neighbours">${neighbour(-1, 'Previous')}${neighbour(1, 'Next')}</nav>
</main>
<nav class="headings" aria-label="On this page">${
    headings.length < 2
      ? ''
      : `<p>On this page</p><ul>${headings.map(({ id, text, level }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`).join('')}</ul>`
  }</nav>
</div>
</body>
</html>
`
}

function writeGroup({ title, pages }: NavGroup, current: string): string {
  const links = pages.map(({ path, title: name }) => {
    const mark = path === current ? ' aria-current="page"' : ''
    return `<li><a href="${path}"${mark}>${escapeHtml(name)}</a></li>`
  })
  return `<p>${title}</p><ul>${links.join('')}</ul>`
}
