import { Marked } from 'marked'
import type { Token, Tokens } from 'marked'
import { memo } from 'react'
import type { ReactNode } from 'react'
import { Linked } from './linked.tsx'
import classes from './markdown.module.css'

/** The depth from which nested quotes and lists are shown as they were written. */
const DEPTH_MAX = 8
/** A line that would nest deeper than that. */
const DEEP_LINE = /^(?:[ \t]*(?:>|[-+*]|\d{1,9}[.)])){9,}/m

const marked = new Marked({ gfm: true })
const TAGS = { strong: 'strong', em: 'em', del: 's' } as const

/**
 * Shows text with its Markdown: bold, italic, struck text, code, lists, quotes, headings and links. HTML, images and tables are shown
 * as they were written.
 */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return <div className={classes.markdown}>{writeBlocks(readTokens(text), 0)}</div>
})

function readTokens(text: string): Token[] {
  const plain: Tokens.Text = { type: 'text', raw: text, text }
  return DEEP_LINE.test(text) ? [plain] : marked.lexer(text)
}

function writeBlocks(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, index) => (
    <Block key={index} token={token as Tokens.Generic} depth={depth} />
  ))
}

function Block({ token, depth }: { token: Tokens.Generic; depth: number }): ReactNode {
  if (depth > DEPTH_MAX) return token.raw
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'hr':
      return <hr />
    case 'paragraph':
      return <p dir="auto">{writeParts(token.tokens ?? [])}</p>
    case 'heading':
      // Not a heading of the page, whose outline is its own.
      return (
        <p dir="auto">
          <strong>{writeParts(token.tokens ?? [])}</strong>
        </p>
      )
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token['text'] as string}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote>{writeBlocks(token.tokens ?? [], depth + 1)}</blockquote>
    case 'list':
      return <List list={token as Tokens.List} depth={depth} />
    case 'text':
      return token.tokens ? writeParts(token.tokens) : <Linked text={token.raw} />
    default:
      return <p dir="auto">{token.raw.trim()}</p>
  }
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, index) => (
    <li key={index} dir="auto">
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled />}
      {writeBlocks(
        item.tokens.filter(({ type }) => type !== 'checkbox'),
        depth + 1,
      )}
    </li>
  ))
  return list.ordered ? <ol start={list.start || 1}>{items}</ol> : <ul>{items}</ul>
}

function writeParts(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, index) => <Part key={index} token={token as Tokens.Generic} />)
}

function Part({ token }: { token: Tokens.Generic }): ReactNode {
  switch (token.type) {
    case 'text':
    case 'escape':
      if (token.tokens) return writeParts(token.tokens)
      return <Linked text={token['text'] as string} />
    case 'strong':
    case 'em':
    case 'del': {
      const Tag = TAGS[token.type]
      return <Tag>{writeParts(token.tokens ?? [])}</Tag>
    }
    case 'codespan':
      return <code>{token['text'] as string}</code>
    case 'br':
      return <br />
    case 'link': {
      const href = toHref(token['href'] as string)
      if (href === null) return token.raw
      return (
        <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
          {toText(token.tokens ?? [])}
        </a>
      )
    }
    default:
      return token.raw
  }
}

/** Returns the text of a link, which contains no other links. */
function toText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens
        ? toText(token.tokens)
        : 'text' in token
          ? token.text
          : token.raw,
    )
    .join('')
}

/** Returns the address of a link; null for one that a page must not lead to, such as `javascript:`. */
function toHref(address: string): string | null {
  const url = URL.parse(address)
  return url && ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : null
}
