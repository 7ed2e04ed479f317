const PLAIN = '/favicon.svg'
let badge: Promise<string> | undefined

/** Adds a red dot to the icon of the tab, or removes it. */
export function showFaviconBadge(isShown: boolean): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  if (!isShown) {
    link.href = PLAIN
    link.dataset['badge'] = 'false'
    return
  }
  link.dataset['badge'] = 'true'
  badge ??= createBadge()
  badge
    .then((href) => {
      if (link.dataset['badge'] === 'true') link.href = href
    })
    .catch(() => (badge = undefined))
}

async function createBadge(): Promise<string> {
  const svg = await (await fetch(PLAIN)).text()
  const dot = '<circle cx="25" cy="7" r="7" fill="#c02b2b" stroke="#fff" stroke-width="2"/></svg>'
  return `data:image/svg+xml,${encodeURIComponent(svg.replace('</svg>', dot))}`
}
