import { Button, Group, Textarea } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatsText } from '#shared/channel-types.ts'
import { MESSAGE_CHARACTERS_MAX } from '#shared/messages.ts'
import { FormattedText } from '../../../components/formatted-text.tsx'
import { useAction } from '../../../components/use-action.ts'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { useFindMember } from '../../../lib/members.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { REPLY_DRAFTS } from '../data/reply-drafts-query.ts'
import type { ReplyDraft } from '../data/reply-drafts-query.ts'
import type { Chat } from '../data/types.ts'
import classes from './reply-drafts.module.css'

/** Shows a proposed reply, which the agent sends, edits or discards. */
export function DraftCard({ chat, draft }: { chat: Chat; draft: ReplyDraft }) {
  const t = useTranslations('composer.drafts')
  const tStates = useTranslations('states')
  const findMember = useFindMember()
  const [edited, setEdited] = useState<string | null>(null)
  // Also after an error: another agent may have sent it.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: REPLY_DRAFTS })
  const send = useAction({
    run: () =>
      api.post(`/api/v1/drafts/${draft.id}/send`, edited === null ? {} : { text: edited.trim() }),
    failed: t('sendFailed'),
    onSettled,
  })
  const discard = useAction({
    run: () => api.post(`/api/v1/drafts/${draft.id}/discard`),
    failed: t('discardFailed'),
    onSettled,
  })
  const isBusy = send.isPending || discard.isPending
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
      <Group gap="xs">
        <Button
          size="compact-sm"
          loading={send.isPending}
          disabled={isBusy || edited?.trim() === ''}
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
