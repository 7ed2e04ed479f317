import { Fragment, memo } from 'react'

const LINK = /https?:\/\/[^\s<>"'`\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}]+/giu
/** Characters that end a sentence rather than an address. */
const TAIL = /[.,;:!?…।)\]}'"»]+$/u

/** Shows text with its http(s) addresses as links; nothing else is interpreted. */
export const Linked = memo(function Linked({ text }: { text: string }) {
  const parts: { text: string; href: string | null }[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const address = trimTail(match[0])
    const href = toHref(address)
    if (!href) continue
    parts.push({ text: text.slice(from, match.index), href: null }, { text: address, href })
    from = match.index + address.length
  }
  parts.push({ text: text.slice(from), href: null })
  return parts.map((part, index) =>
    part.href ? (
      <a key={index} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
    ) : (
      <Fragment key={index}>{part.text}</Fragment>
    ),
  )
})

function trimTail(address: string): string {
  const trimmed = address.replace(TAIL, '')
  // A closing bracket belongs to the address if it was opened in it.
  return address[trimmed.length] === ')' && trimmed.includes('(') ? `${trimmed})` : trimmed
}

function toHref(address: string): string | null {
  const url = URL.parse(address)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}
