import { useTranslations } from 'use-intl'
import type { MessageItem } from '../data/types.ts'
import classes from './message.module.css'

type Reaction = { emoji: string; name: string }

/** Returns the reactions to a message: the customer's, and ours (`own`), with the names of who reacted. */
export function useReactions(
  message: MessageItem,
  own: string | null,
  customer: string,
): Reaction[] {
  const t = useTranslations('inboxThread')
  return [
    ...message.reactions
      .filter((each) => each.author.type === 'person')
      .map(({ emoji }) => ({ emoji, name: customer })),
    ...(own ? [{ emoji: own, name: t('you') }] : []),
  ]
}

/** Shows the reactions to a message; nothing if it has none. */
export function Reactions({ reactions }: { reactions: readonly Reaction[] }) {
  const t = useTranslations('inboxThread')
  if (reactions.length === 0) return null
  return (
    <ul className={classes.reactions}>
      {reactions.map(({ emoji, name }, index) => (
        <li key={index} title={name}>
          <span aria-hidden>{emoji.slice(0, 16)}</span>
          <span className="visually-hidden">{t('reactionBy', { emoji, name })}</span>
        </li>
      ))}
    </ul>
  )
}
