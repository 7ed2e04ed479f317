import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { useFindMember } from '../../../lib/members.ts'
import { useSession } from '../../../lib/session.ts'
import { useTimes } from '../../../lib/use-times.ts'
import { requestCompose } from '../compose.ts'
import { addToDraft } from '../composer/draft-sync.ts'
import { findAnswer } from '../data/find-answer.ts'
import type { Outgoing } from '../data/outbox.ts'
import { threadQuery } from '../data/thread-query.ts'
import classes from './message.module.css'
import { useThreadActions } from './thread-context.ts'

/** Asks about a message that the server did not store, because another member has replied, or its draft was sent or changed elsewhere. */
export function OutgoingQuestion({ entry }: { entry: Outgoing }) {
  const { chatId, key, kind, body, file, question, seenUntil } = entry
  const t = useTranslations('inboxThread')
  const tOthers = useTranslations('composer.others')
  const tActions = useTranslations('inboxActions')
  const format = useFormatter()
  const { ago } = useTimes(5_000)
  const findMember = useFindMember()
  const { membership } = useSession()
  const { sending, goTo } = useThreadActions()
  const { data: thread } = useQuery(threadQuery(chatId))
  const answer = findAnswer(thread, seenUntil, membership.id)
  const name = answer && (findMember(answer.author.id)?.name ?? tActions('formerMember'))
  // The server names those who cannot see it by their ids.
  const names = (entry.unseenBy ?? []).flatMap((id) => findMember(id)?.name ?? [])
  // A file or a template does not fit into the composer.
  const isText = kind === 'message' && body.message !== undefined && !file && !body.template
  const review = () => {
    sending.drop(key)
    addToDraft(membership.id, chatId, body.message ?? '')
    if (answer) goTo(answer.id)
    requestCompose({ mode: 'reply' })
  }
  return (
    <p className={classes.failure} role="alert">
      <span>
        {question === 'mention_needs_access'
          ? tOthers('cannotSee', { names: format.list(names), count: names.length })
          : question === 'draft_changed'
            ? tOthers('draftChanged')
            : answer && name !== undefined
              ? tOthers('notSent', { name, time: ago(answer.created_at) })
              : tOthers('notSentUnknown')}
      </span>
      {isText && (
        <button type="button" className={classes.link} onClick={review}>
          {tOthers('review')}
        </button>
      )}
      <button type="button" className={classes.link} onClick={sending.sendAnyway}>
        {tOthers(question === 'mention_needs_access' ? 'addAndSave' : 'sendAnyway')}
      </button>
      <button type="button" className={classes.link} onClick={() => sending.drop(key)}>
        {t('giveUp')}
      </button>
    </p>
  )
}
