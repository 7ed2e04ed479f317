import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { MemberAvatar } from '../../components/avatar.tsx'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import { useFindMember } from '../../lib/members.ts'
import { useSession } from '../../lib/session.ts'
import { CommentForm } from './comment-form.tsx'
import type { Activity } from './ticket-data.ts'
import classes from './ticket-activity.module.css'
import { refetchActivity } from './ticket-data.ts'
import { useActorName } from './use-actor-name.ts'

/** Shows a comment on a ticket. Its author and admins can edit and delete it. */
export function CommentRow({ comment }: { comment: Extract<Activity, { kind: 'comment' }> }) {
  const t = useTranslations('tickets.activity')
  const { membership } = useSession()
  const findMember = useFindMember()
  const nameOf = useActorName()
  const [mode, setMode] = useState<'edit' | 'delete' | null>(null)
  if (comment.deleted_at) return <p className={classes.change}>{t('deleted')}</p>
  if (mode === 'edit')
    return (
      <CommentForm ticketId={comment.ticket_id} edited={comment} onDone={() => setMode(null)} />
    )
  const { author } = comment
  const mayEdit =
    membership.role === 'admin' || (author.type === 'member' && author.id === membership.id)
  return (
    <article className={classes.comment}>
      <header className={classes.head}>
        {author.id !== null && author.type === 'member' ? (
          <MemberAvatar id={author.id} name={findMember(author.id)?.name ?? null} size="sm" />
        ) : (
          <IconLock size={14} aria-hidden />
        )}
        <strong>{nameOf(author)}</strong>
        <TimeText value={comment.created_at} />
        {comment.edited_at && <span>{t('edited')}</span>}
        {mayEdit && (
          <span className={classes.edit}>
            <IconButton label={t('edit')} onClick={() => setMode('edit')}>
              <IconPencil size={15} aria-hidden />
            </IconButton>
            <IconButton label={t('delete')} onClick={() => setMode('delete')}>
              <IconTrash size={15} aria-hidden />
            </IconButton>
          </span>
        )}
      </header>
      <Markdown text={comment.text} />
      {mode === 'delete' && <DeleteDialog comment={comment} onClose={() => setMode(null)} />}
    </article>
  )
}

function DeleteDialog(props: { comment: { id: string; ticket_id: string }; onClose: () => void }) {
  const { comment, onClose } = props
  const t = useTranslations('tickets.activity')
  const queries = useQueryClient()
  return (
    <ConfirmAction
      item={comment}
      title={t('deleteTitle')}
      text={t('deleteText')}
      confirmLabel={t('delete')}
      isDangerous
      run={({ id }) => api.delete(`/api/v1/ticket-comments/${id}`)}
      done={t('deleted')}
      failed={t('deleteFailed')}
      onDone={() => refetchActivity(queries, [comment.ticket_id])}
      onClose={onClose}
    />
  )
}
