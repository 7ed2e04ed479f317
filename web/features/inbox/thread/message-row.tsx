import { IconDots } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import type { MessageItem } from '../data/types.ts'
import { MessageContent } from './message-content.tsx'
import { MessageMeta, useMessageMarks } from './message-meta.tsx'
import { Quote } from './quote.tsx'
import { Reactions, useReactions } from './reactions.tsx'
import { useThreadActions } from './thread-context.ts'
import classes from './message.module.css'

/** Shows a message: the customer's on one side, ours on the other, with its status. */
export const MessageRow = memo(function MessageRow(props: {
  message: MessageItem
  /** The author, if it is neither the member nor the customer. */
  author: string | null
  /** Whether the message before it has another author. */
  isFirst: boolean
  reaction: string | null
  customer: string
  isRetried: boolean
  isLast: boolean
  isHighlighted: boolean
  locale: string
}) {
  const { message, author, isFirst, reaction, customer, isRetried } = props
  const { isLast, isHighlighted, locale } = props
  const t = useTranslations('inboxThread')
  const actions = useThreadActions()
  const marks = useMessageMarks(message)
  const { direction, status, error, reply_to } = message
  const isOwn = direction === 'outbound'
  const reactions = useReactions(message, reaction, customer)
  if (message.type === 'system')
    return (
      <p className={classes.line}>
        <bdi dir="auto">{message.text ?? t('unsupported')}</bdi>
      </p>
    )
  return (
    <article
      className={classes.message}
      data-direction={direction}
      data-message={message.id}
      data-last={isLast}
      data-highlighted={isHighlighted}
      data-has-reactions={reactions.length > 0}
    >
      <div className={classes.holder}>
        {author !== null && isFirst && (
          <bdi dir="auto" className={classes.author}>
            {author}
          </bdi>
        )}
        <div
          className={classes.bubble}
          data-failed={status === 'failed'}
          data-bare={message.type === 'sticker'}
        >
          {(author === null || !isFirst) && (
            <span className="visually-hidden">{author ?? (isOwn ? t('you') : customer)}: </span>
          )}
          {reply_to && (
            <Quote
              id={reply_to}
              preview={message.reply_preview}
              isDeleted={message.reply_deleted}
            />
          )}
          <MessageContent message={message} onOpenImage={actions.openImage} />
          <MessageMeta
            createdAt={message.created_at}
            status={isOwn && message.type !== 'call' ? status : null}
            {...{ isLast, locale, message, marks }}
          />
        </div>
        <button
          type="button"
          className={classes.actions}
          aria-label={t('actions')}
          aria-haspopup="menu"
          onClick={(event) => actions.openMenu(message, event.currentTarget)}
        >
          <IconDots size={18} aria-hidden />
        </button>
      </div>
      <Reactions reactions={reactions} />
      {isOwn && status === 'failed' && (
        <p className={classes.failure}>
          <span>{error ? t('failedReason', { reason: error.message }) : t('failed')}</span>
          {isRetried ? (
            <span className={classes.quiet}>{t('sentAgain')}</span>
          ) : (
            <button
              type="button"
              className={classes.link}
              onClick={() => actions.sending.retry(message)}
            >
              {t('tryAgain')}
            </button>
          )}
          <button type="button" className={classes.link} onClick={() => actions.openTrail(message)}>
            {t('why')}
          </button>
        </p>
      )}
    </article>
  )
})
