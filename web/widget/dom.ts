const SVG = 'http://www.w3.org/2000/svg'

/** Creates an element with a class, attributes and children. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className) element.className = className
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

/** Creates an icon of one path, which says nothing to screen readers. `name`: its class. */
export function createIcon(path: string, name = ''): SVGSVGElement {
  const icon = document.createElementNS(SVG, 'svg')
  const line = document.createElementNS(SVG, 'path')
  const attributes = {
    class: `icon ${name}`,
    width: '24',
    height: '24',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [name, value] of Object.entries(attributes)) icon.setAttribute(name, value)
  line.setAttribute('d', path)
  icon.append(line)
  return icon
}

/** Creates a link that opens in a new tab, as `hint` says to screen readers. */
function createLink(href: string, text: string, hint: string): HTMLAnchorElement {
  const attributes = { href, target: '_blank', rel: 'noopener noreferrer nofollow' }
  return create('a', '', attributes, text, create('span', 'unseen', {}, ` (${hint})`))
}

const ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]}]/g

/** Creates a link to a file, with its picture if it is one. A page whose policy forbids the picture shows the name. */
export function createFileLink(
  { url, filename, mime_type }: { url: string; filename: string | null; mime_type: string | null },
  { name, hint }: { name: string; hint: string },
): HTMLElement {
  const text = filename ?? name
  // A file that is being sent has no address yet.
  if (url === '') return create('span', '', {}, text)
  const link = createLink(url, text, hint)
  if (!/^image\/(jpeg|png|webp)$/.test(mime_type ?? '')) return link
  const attributes = { alt: text, loading: 'lazy', referrerpolicy: 'no-referrer' }
  const picture = create('img', 'picture', attributes)
  picture.addEventListener('error', () => picture.replaceWith(text))
  picture.src = url
  link.firstChild!.replaceWith(picture)
  return link
}

/** Returns a text with its web addresses as links. */
export function linkify(text: string, hint: string): (Node | string)[] {
  const parts: (Node | string)[] = []
  let end = 0
  for (const match of text.matchAll(ADDRESS)) {
    const [address] = match
    if (!URL.canParse(address)) continue
    parts.push(text.slice(end, match.index))
    parts.push(createLink(address, address, hint))
    end = match.index + address.length
  }
  return [...parts, text.slice(end)]
}
