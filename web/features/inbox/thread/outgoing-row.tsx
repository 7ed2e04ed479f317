import { useLocale, useTranslations } from 'use-intl'
import { notifyError } from '../../../components/notify.ts'
import { useSession } from '../../../lib/session.ts'
import { takeBack } from '../composer/held-replies.ts'
import type { Outgoing } from '../data/outbox.ts'
import { mediaOfOutgoing } from './media.ts'
import { MessageMedia } from './message-media.tsx'
import { MessageMeta } from './message-meta.tsx'
import { MessageText } from './message-text.tsx'
import { OutgoingQuestion } from './outgoing-question.tsx'
import { useThreadActions } from './thread-context.ts'
import classes from './message.module.css'

/** Shows an outgoing message like a sent one, with an error if it failed. */
export function OutgoingRow({ entry, isLast }: { entry: Outgoing; isLast: boolean }) {
  const t = useTranslations('inboxThread')
  const locale = useLocale()
  const tStates = useTranslations('states')
  const tComposer = useTranslations('composer')
  const { membership } = useSession()
  const { sending } = useThreadActions()
  const undo = () =>
    takeBack(membership.id, [entry.key]).catch((err: unknown) =>
      notifyError(tComposer('undoFailed'), err),
    )
  const { body, file, state, error, key, kind } = entry
  const words = body.message ?? body.template?.name ?? null
  return (
    <article
      className={classes.message}
      data-direction="outbound"
      data-kind={kind}
      data-last={isLast}
      data-outgoing={key}
    >
      <div className={classes.holder}>
        <div className={classes.bubble} data-failed={state === 'failed'}>
          <span className="visually-hidden">{kind === 'note' ? t('note.own') : t('you')}: </span>
          {file && <MessageMedia media={mediaOfOutgoing(file)} onOpen={() => undefined} />}
          {words !== null && <MessageText text={words} />}
          <MessageMeta createdAt={entry.createdAt} status={state} {...{ isLast, locale }} />
        </div>
      </div>
      {state === 'sending' && entry.heldId && (
        <p className={classes.failure} data-held>
          <span>{t('held')}</span>
          <button type="button" className={classes.link} onClick={() => void undo()}>
            {tStates('undo')}
          </button>
        </p>
      )}
      {state === 'failed' && entry.question ? (
        <OutgoingQuestion entry={entry} />
      ) : (
        state === 'failed' && (
          <p className={classes.failure} role="alert">
            <span>{error === null ? t('unreachable') : t('failedReason', { reason: error })}</span>
            <button type="button" className={classes.link} onClick={() => sending.retrySend(key)}>
              {t('tryAgain')}
            </button>
            <button type="button" className={classes.link} onClick={() => sending.drop(key)}>
              {t('giveUp')}
            </button>
          </p>
        )
      )}
    </article>
  )
}
