import { memo } from 'react'
import { usePicture } from '../lib/members.ts'
import classes from './avatar.module.css'

const segmenter = new Intl.Segmenter()
const HUES = 8

type AvatarProps = {
  name: string | null
  id: string
  /** `sm` fits a line of text, `row` a row of a table, `lg` the head of a page. */
  size?: 'sm' | 'row' | 'md' | 'lg'
}

/** Shows the picture of a member, or their initials as `Avatar` does. `id`: of the membership or the user. */
export function MemberAvatar(props: AvatarProps) {
  return <Avatar {...props} picture={usePicture(props.id)} />
}

/**
 * Shows a picture, or initials on a coloured circle. It is hidden from screen readers, because the name is shown beside
 * it.
 */
export const Avatar = memo(function Avatar(
  props: AvatarProps & {
    /** The URL of the picture. */
    picture?: string | null | undefined
  },
) {
  const { name, id, size = 'md', picture } = props
  return (
    <span className={classes.avatar} data-hue={hueOf(id)} data-size={size} aria-hidden>
      {initialsOf(name, size === 'sm' ? 1 : 2)}
      {picture && <img src={picture} alt="" />}
    </span>
  )
})

/**
 * Returns the colour for an id. It uses the last digits because they are random and differ even between ids created
 * together.
 */
function hueOf(id: string): number {
  return Number.parseInt(id.slice(-4), 16) % HUES || 0
}

/** Returns the first letters of the first and the last word; of the first one alone where there is room for one. */
function initialsOf(name: string | null, count: 1 | 2): string {
  if (!name) return '?'
  if (/^[+\d]/.test(name)) return '#'
  const words = name.replace(/^@/, '').slice(0, 60).trim().split(/\s+/u)
  const ends = count > 1 && words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map(firstLetterOf).join('').toUpperCase() || '?'
}

function firstLetterOf(word = ''): string {
  const [first] = segmenter.segment(word)
  return first && first.segment.length <= 8 ? first.segment : ''
}
