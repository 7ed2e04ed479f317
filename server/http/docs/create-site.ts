import { NAVIGATION, toPagePath } from './navigation.ts'
import { readPage } from './read-page.ts'
import type { Page } from './read-page.ts'
import type { Rendered } from './render-markdown.ts'
import type { Description } from './reference-operation.ts'

/** An entry of the search: the text of a page below one of its headings. */
type IndexEntry = { path: string; title: string; heading: string | null; text: string }

/** The documentation. A path without a page gives null. */
type Site = {
  writePage: (path: string) => Promise<string | null>
  readMarkdown: (path: string) => Promise<string | null>
  /** Writes what the search of the pages reads, as JSON. */
  writeIndex: () => Promise<string>
  /** Writes the list of pages for language models. Source: llmstxt.org. */
  writeLlms: () => Promise<string>
  /** Writes all pages of the navigation as one Markdown document. */
  writeLlmsFull: () => Promise<string>
}

/** Creates the documentation from the files of the repository, and from the description of the API, which `describe` returns. */
export function createSite(describe: () => Promise<Description>): Site {
  const readReference = once(async () => {
    const { writeReference } = await import('./write-reference.ts')
    return writeReference(await describe())
  })
  const findPage = async (path: string) =>
    path.startsWith('/docs/api/')
      ? ((await readReference()).find((page) => page.path === path) ?? null)
      : readPage(path)
  const readNavigation = once(async () => {
    const groups = await Promise.all(
      NAVIGATION.map(async ({ title, pages }) => ({
        title,
        pages: await Promise.all(
          pages.map(async ({ file, path }) => (await readPage(path ?? toPagePath(file)!))!),
        ),
      })),
    )
    const at = groups.findIndex(({ title }) => title === 'Reference')
    return groups.toSpliced(at, 0, { title: 'API', pages: await readReference() })
  })
  return {
    async writePage(path) {
      const page = await findPage(path)
      if (page === null) return null
      const { writeLayout } = await import('./write-layout.ts')
      const groups = (await readNavigation()).map(({ title, pages }) => ({
        title,
        pages: pages.map((each) => ({ path: each.path, title: toTitle(each) })),
      }))
      return writeLayout(path, await render(page), groups)
    },
    async readMarkdown(path) {
      return (await findPage(path === '/docs/index' ? '/docs' : path))?.markdown ?? null
    },
    async writeIndex() {
      const pages = (await readNavigation()).flatMap((group) => group.pages)
      return JSON.stringify((await Promise.all(pages.map(toEntries))).flat())
    },
    async writeLlms() {
      const groups = (await readNavigation()).map(({ title, pages }) => {
        const links = pages.map(
          (page) => `- [${toTitle(page)}](${toMarkdownPath(page.path)}): ${toSummary(page)}`,
        )
        return `## ${title}\n\n${links.join('\n')}`
      })
      return [
        '# Parley',
        '> A customer-conversation workspace: a web inbox for agents, an HTTP API for programs, and signed webhooks for everything that happens.',
        'The API description is at /openapi.json (OpenAPI 3.1). All pages in one document: /llms-full.txt.',
        ...groups,
        '',
      ].join('\n\n')
    },
    async writeLlmsFull() {
      const pages = (await readNavigation()).flatMap((group) => group.pages)
      return pages.map(({ path, markdown }) => `<!-- ${path} -->\n\n${markdown}`).join('\n\n')
    },
  }
}

/** Returns a function that calls `make` once and returns what it returned. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function toMarkdownPath(path: string): string {
  return path === '/docs' ? '/docs/index.md' : `${path}.md`
}

/** Loads the renderer with the first page, because most processes never need it. */
async function render({ markdown, file }: Page): Promise<Rendered> {
  const { renderMarkdown } = await import('./render-markdown.ts')
  return renderMarkdown(markdown, file)
}

function toTitle({ markdown }: Page): string {
  return /^# (.+)$/m.exec(markdown)![1]!.replaceAll('`', '')
}

/** Returns the first paragraph of a page, as one line without links. */
function toSummary({ markdown }: Page): string {
  const paragraph = markdown.split(/\n\n+/).find((part) => /^[\p{L}`*]/u.test(part)) ?? ''
  return paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('\n', ' ')
}

async function toEntries(page: Page): Promise<IndexEntry[]> {
  const { toText } = await import('./render-markdown.ts')
  const { title, html } = await render(page)
  return html.split(/(?=<h[23] id=")/).map((part) => {
    const [, id, heading] = /^<h[23] id="([^"]+)">(.*?)<\/h[23]>/.exec(part) ?? []
    return {
      path: id === undefined ? page.path : `${page.path}#${id}`,
      title,
      heading: heading === undefined ? null : toText(heading),
      text: toText(part.replace(/^<h[123].*?<\/h[123]>/, '')),
    }
  })
}
