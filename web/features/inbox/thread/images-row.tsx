import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { ownReaction, timeOf } from '../data/rows.ts'
import type { Marks, Row } from '../data/rows.ts'
import type { MessageItem } from '../data/types.ts'
import { mediaOf, mediaOfOutgoing } from './media.ts'
import { MessageMedia } from './message-media.tsx'
import { MessageMeta } from './message-meta.tsx'
import { Reactions, useReactions } from './reactions.tsx'
import { readContext } from './content.ts'
import { useThreadActions } from './thread-context.ts'
import media from './media.module.css'
import classes from './message.module.css'

/** Shows images that one author sent at once, beside each other. Each has its own menu and reactions. */
export function ImagesRow(props: {
  rows: readonly Row[]
  author: string | null
  isFirst: boolean
  isLast: boolean
  marks: Marks
  customer: string
  highlightId: string | null
  locale: string
}) {
  const { rows, author, isFirst, isLast, marks, customer, highlightId, locale } = props
  const t = useTranslations('inboxThread')
  const last = rows.at(-1)!
  const newest = last.kind === 'item' && last.item.kind === 'message' ? last.item : null
  const isOwn = newest?.direction !== 'inbound'
  const isForwarded = newest !== null && readContext(newest.content).isForwarded
  return (
    <article
      className={classes.message}
      data-direction={isOwn ? 'outbound' : 'inbound'}
      data-images={rows.length}
      data-last={isLast}
    >
      <div className={classes.holder}>
        {author !== null && isFirst && (
          <bdi dir="auto" className={classes.author}>
            {author}
          </bdi>
        )}
        <div className={classes.bubble}>
          {(author === null || !isFirst) && (
            <span className="visually-hidden">{author ?? (isOwn ? t('you') : customer)}: </span>
          )}
          {isForwarded && <span className={classes.hint}>{t('forwarded')}</span>}
          <ul className={media.grid} aria-label={t('media.images', { count: rows.length })}>
            {rows.map((row, index) => {
              const label = t('media.of', { index: index + 1, count: rows.length })
              if (row.kind === 'outgoing')
                return (
                  <li key={row.entry.key} className={media.tile}>
                    <MessageMedia
                      media={mediaOfOutgoing(row.entry.file!)}
                      label={label}
                      onOpen={() => undefined}
                    />
                  </li>
                )
              return (
                row.item.kind === 'message' && (
                  <Tile
                    key={row.item.id}
                    message={row.item}
                    label={label}
                    reaction={ownReaction(row.item, marks)}
                    customer={customer}
                    isHighlighted={row.item.id === highlightId}
                  />
                )
              )
            })}
          </ul>
          <MessageMeta
            createdAt={timeOf(last)}
            status={newest === null ? 'sending' : isOwn ? newest.status : null}
            {...(newest && { message: newest })}
            {...{ isLast, locale }}
          />
        </div>
      </div>
    </article>
  )
}

function Tile(props: {
  message: MessageItem
  label: string
  reaction: string | null
  customer: string
  isHighlighted: boolean
}) {
  const { message, label, reaction, customer, isHighlighted } = props
  const t = useTranslations('inboxThread')
  const actions = useThreadActions()
  const reactions = useReactions(message, reaction, customer)
  return (
    <li
      className={media.tile}
      data-item={message.id}
      data-message={message.id}
      data-highlighted={isHighlighted}
    >
      <MessageMedia
        media={mediaOf(message)[0]!}
        label={label}
        onOpen={() => actions.openImage(message, 0)}
      />
      <button
        type="button"
        className={media.tileActions}
        aria-label={`${t('actions')}: ${label}`}
        aria-haspopup="menu"
        onClick={(event) => actions.openMenu(message, event.currentTarget)}
      >
        <IconDots size={18} aria-hidden />
      </button>
      <Reactions reactions={reactions} />
    </li>
  )
}
