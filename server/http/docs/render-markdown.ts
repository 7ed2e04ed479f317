import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { Marked } from 'marked'
import { ROOT, toFiles, toPagePath } from './navigation.ts'

/** A heading of a page; `level` is 2 or 3. */
type Heading = { id: string; text: string; level: number }

/** A page as HTML. */
export type Rendered = { title: string; html: string; headings: Heading[] }

/** Files beside the pages that pages show. */
const ASSET = /^docs\/(?:images|performance)\/[\w-]+\.(?:png|svg)$/

/** The languages of a sample. Its blocks are in a row and marked with `tab=`. */
const TAB_LABELS = { curl: 'curl', typescript: 'TypeScript', python: 'Python' } as const
/** The markup between two blocks of the same language. */
const SAME_TAB =
  /(?<=data-tab="(\w+)">(?:(?!<figure)[^])*)<\/figure>\n<figure class="tab" data-tab="\1"><figcaption>\w+<\/figcaption>/g
const TABS = /(?:<figure class="tab"[^]*?<\/figure>\n)+/g

const LANGUAGES = { bash, go, java, javascript, json, php, python, ruby, sql, typescript, yaml }
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language)

/**
 * Renders the Markdown of a file as HTML. Links to other files of the repository lead to their pages; those to files
 * that are not shown become plain text. HTML in the text is left out, except the targets of links.
 */
export function renderMarkdown(markdown: string, file: string): Rendered {
  const headings: Heading[] = []
  const ids = new Map<string, number>()
  let title = ''
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const text = toText(html)
        if (depth === 1) {
          title ||= text
          return `<h1>${html}</h1>\n`
        }
        const id = toId(text, ids)
        if (depth <= 3) headings.push({ id, text, level: depth })
        const anchor = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${id}">${html}${anchor}</h${depth}>\n`
      },
      code: ({ text, lang = '' }) => {
        const [language = ''] = lang.split(' ')
        const code = hljs.getLanguage(language)
          ? hljs.highlight(text, { language }).value
          : escapeHtml(text)
        const pre = `<pre data-language="${escapeHtml(language)}"><code tabindex="0">${code}\n</code></pre>`
        const tab = /(?:^| )tab=(\w+)/.exec(lang)?.[1] ?? ''
        return isTab(tab) ? writeTab(tab, pre) : `${pre}\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const target = toTarget(href, file)
        return target === null ? html : `<a href="${escapeHtml(target)}">${html}</a>`
      },
      image: ({ href, text }) =>
        `<img src="${escapeHtml(toTarget(href, file) ?? '')}" alt="${escapeHtml(text)}" loading="lazy">`,
      html: ({ text }) => /^<span id="\w+">$|^<\/span>$/.exec(text)?.[0] ?? '',
    },
  })
  const html = (marked.parse(markdown, { async: false }) as string)
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll(SAME_TAB, '')
    .replaceAll(TABS, (tabs) => `<div class="tabs">\n${tabs}</div>\n`)
  return { title, html, headings }
}

/** Returns the plain text of HTML that `renderMarkdown` wrote. */
export function toText(html: string): string {
  return html
    .replaceAll(/<a class="anchor".*?<\/a>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function isTab(name: string): name is keyof typeof TAB_LABELS {
  return Object.hasOwn(TAB_LABELS, name)
}

function writeTab(tab: keyof typeof TAB_LABELS, content: string): string {
  return `<figure class="tab" data-tab="${tab}"><figcaption>${TAB_LABELS[tab]}</figcaption>${content}</figure>\n`
}

/** Escapes a text for HTML and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Returns where a link in a file leads on the site, or null if the site does not have it. */
function toTarget(href: string, file: string): string | null {
  if (/^(?:https?:|mailto:|#|\/)/.test(href)) return href
  const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(href)!
  const target = join(dirname(file), path)
  if (ASSET.test(target)) return `/${target}`
  const page = toPagePath(target.endsWith('/') ? `${target}README.md` : target)
  const isShown = page !== null && toFiles(page).some((each) => existsSync(`${ROOT}/${each}`))
  return isShown ? page + fragment : null
}

/** Returns the id of a heading as GitHub forms it, so that links work on both. */
function toId(text: string, ids: Map<string, number>): string {
  const id = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
  const count = ids.get(id) ?? 0
  ids.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}
