const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Converts plain text to HTML, below the picture of the workspace if there is one. Lines that consist of a URL become links. */
export function toHtml(text: string, pictureUrl: string | null = null): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split('\n').map(toHtmlLine).join('<br>\n')}</p>`)
  const picture =
    pictureUrl === null
      ? ''
      : `<p><img src="${escape(pictureUrl)}" width="48" height="48" alt="" style="border-radius:50%"></p>\n`
  return `<!doctype html>\n<html><body>\n${picture}${paragraphs.join('\n')}\n</body></html>\n`
}

/** Summarizes a text for the log on one line: its first paragraph and its links. */
export function toGist(text: string): string {
  const [first = '', ...others] = text.trim().split(/\n{2,}/)
  const links = others.flatMap((paragraph) => paragraph.split('\n').filter(isLink))
  return [first.replaceAll(/\s+/g, ' '), ...links].join(' ')
}

function toHtmlLine(line: string): string {
  const shown = escape(line)
  return isLink(line) ? `<a href="${shown}">${shown}</a>` : shown
}

function isLink(line: string): boolean {
  return /^https?:\/\/\S+$/.test(line)
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)
}
