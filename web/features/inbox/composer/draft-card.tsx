import { Button, Group, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ParleyError } from '#client/core.ts'
import { formatsText } from '#shared/channel-types.ts'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { FormattedText } from '../../../components/formatted-text.tsx'
import { useAction } from '../../../components/use-action.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { useFindMember } from '../../../lib/members.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useSession } from '../../../lib/session.ts'
import { findAnswer } from '../data/find-answer.ts'
import { REPLY_DRAFTS } from '../data/reply-drafts-query.ts'
import type { ReplyDraft } from '../data/reply-drafts-query.ts'
import { readNewest, readTail, threadQuery } from '../data/thread-query.ts'
import type { Chat } from '../data/types.ts'
import { AnswerQuestion } from './answer-question.tsx'
import classes from './reply-drafts.module.css'

/** Shows a proposed reply, which the agent sends, edits or discards. */
export function DraftCard({ chat, draft }: { chat: Chat; draft: ReplyDraft }) {
  const t = useTranslations('composer.drafts')
  const tStates = useTranslations('states')
  const findMember = useFindMember()
  const [edited, setEdited] = useState<string | null>(null)
  const { answer, review, send } = useSend(chat, draft, edited?.trim() ?? draft.text)
  const discard = useAction({
    run: () => api.post(`/api/v1/drafts/${draft.id}/discard`),
    failed: t('discardFailed'),
    onSettled: refreshDrafts,
  })
  const isBusy = send.isPending || discard.isPending
  const canSend = !isBusy && edited?.trim() !== ''
  const { type, id, name } = draft.author
  const author = type === 'member' ? findMember(id)?.name : name
  return (
    <article className={classes.draft} data-draft={draft.id}>
      <header className={classes.head}>
        <IconSparkles size={14} aria-hidden />
        <span className={classes.author}>{t('by', { name: author ?? t('program') })}</span>
        <TimeText value={draft.created_at} />
      </header>
      {edited === null ? (
        <bdi dir="auto" className={`customer-text ${classes.text}`}>
          {formatsText(chat.channel.type) ? <FormattedText text={draft.text} /> : draft.text}
        </bdi>
      ) : (
        <Textarea
          aria-label={t('text')}
          value={edited}
          onChange={(event) => setEdited(event.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MESSAGE_CHARACTERS_MAX}
          dir="auto"
          autoFocus
        />
      )}
      {answer && (
        <AnswerQuestion
          chatId={chat.id}
          item={answer}
          canSend={canSend}
          onReview={review}
          onSendAnyway={() => send.mutate()}
        />
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          loading={send.isPending}
          disabled={!canSend || answer !== undefined}
          onClick={() => send.mutate()}
        >
          {t('send')}
        </Button>
        {edited === null ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => setEdited(draft.text)}
          >
            {t('edit')}
          </Button>
        ) : (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            onClick={() => setEdited(null)}
          >
            {tStates('cancel')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={discard.isPending}
          disabled={isBusy}
          onClick={() => discard.mutate()}
        >
          {t('discard')}
        </Button>
      </Group>
    </article>
  )
}

/** Returns the action that sends the draft as `text`, and the reply of another member that it asks about first. */
function useSend(chat: Chat, draft: ReplyDraft, text: string) {
  const t = useTranslations('composer.drafts')
  const { membership } = useSession()
  const { data: thread } = useQuery(threadQuery(chat.id))
  // The draft was written with the replies before it in mind; the agent also knows those that were reviewed.
  const [seenUntil, setSeenUntil] = useState(draft.created_at)
  const answer = findAnswer(thread, seenUntil, membership.id)
  const knownUntil = answer?.created_at ?? seenUntil
  const send = useAction({
    run: async () => {
      const reply = { conversation_id: chat.id, message: { message: text } }
      const conditions = { proposed_draft_id: draft.id, seen_until: knownUntil }
      try {
        await api.post('/api/app/replies', { ...reply, ...conditions })
      } catch (err) {
        if (!(err instanceof ParleyError && err.is('already_answered'))) throw err
        // Shows the reply that the server refused it for, and asks.
        await (thread?.after === null ? readTail : readNewest)(chat.id)
      }
    },
    failed: t('sendFailed'),
    onSettled: refreshDrafts,
  })
  return { answer, review: () => setSeenUntil(knownUntil), send }
}

/** Reads the drafts again, also after an error: another agent may have sent or discarded one. */
function refreshDrafts(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: REPLY_DRAFTS })
}
