import { Button, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { MemberAvatar } from '../../../components/avatar.tsx'
import { useFindMember } from '../../../lib/members.ts'
import { useTimes } from '../../../lib/use-times.ts'
import type { MessageItem } from '../data/types.ts'
import { showMessage } from '../thread/shown-message.ts'
import classes from './composer.module.css'

/** Asks whether to send a reply although another member has sent `item` since it was written. */
export function AnswerQuestion(props: {
  chatId: string
  item: MessageItem
  canSend: boolean
  onReview: () => void
  onSendAnyway: () => void
}) {
  const { chatId, item, canSend, onReview, onSendAnyway } = props
  const t = useTranslations('composer.others')
  const tActions = useTranslations('inboxActions')
  const { ago } = useTimes(5_000)
  const findMember = useFindMember()
  const { id } = item.author
  const name = findMember(id)?.name ?? tActions('formerMember')
  return (
    <div className={classes.question} role="alert" data-asks>
      <MemberAvatar id={id ?? ''} name={name} size="sm" />
      <span>{t('replied', { name, time: ago(item.created_at) })}</span>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            onReview()
            showMessage(chatId, item.id)
          }}
        >
          {t('review')}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={!canSend} onClick={onSendAnyway}>
          {t('sendAnyway')}
        </Button>
      </Group>
    </div>
  )
}
