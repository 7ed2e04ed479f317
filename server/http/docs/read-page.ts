import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NAVIGATION, ROOT, toFiles } from './navigation.ts'

/** The Markdown of a page and the file that it comes from, to which its links are relative. */
export type Page = { path: string; file: string; markdown: string }

/** Returns the page at a path such as `/docs/guides/errors`, or null if there is none. */
export async function readPage(path: string): Promise<Page | null> {
  const part = NAVIGATION.flatMap(({ pages }) => pages).find((page) => page.path === path)
  if (part !== undefined) {
    const markdown = cutSection(await readText(part.file), part.section!)
    return { path, file: part.file, markdown }
  }
  for (const file of toFiles(path)) {
    const markdown = await readText(file).catch(() => null)
    if (markdown !== null) return { path, file, markdown }
  }
  return null
}

function readText(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8')
}

/** Returns a section, from its heading to the next one of its level, as a document with that title. */
function cutSection(markdown: string, title: string): string {
  const [, after] = markdown.split(`\n## ${title}\n`)
  if (after === undefined) throw new Error(`No section ${title}.`)
  return `# ${title}\n${after.split(/\n## /)[0]!.replaceAll(/^#(#+ )/gm, '$1')}`
}
