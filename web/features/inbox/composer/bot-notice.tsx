import { Button } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useFindBot } from '../../../lib/bots.ts'
import { useChatActions } from '../actions/use-chat-actions.ts'
import type { Chat } from '../data/types.ts'
import classes from './composer.module.css'

/** Shows that a bot answers the conversation, and takes it over. A reply does that too. */
export function BotNotice({ chat }: { chat: Chat }) {
  const t = useTranslations('composer')
  const { assignToMe } = useChatActions()
  const isByBot = chat.held_by.type === 'bot'
  const findBot = useFindBot(isByBot)
  if (!isByBot) return null
  return (
    <div className={classes.holder} role="status" data-bot={chat.held_by.id}>
      <IconRobot size={18} stroke={1.5} aria-hidden />
      <span>
        {t('botAnswers', { name: findBot(chat.held_by.id)?.name ?? t('bot') })}{' '}
        {t('replyTakesOver')}
      </span>
      <Button size="compact-sm" variant="default" onClick={() => assignToMe(chat)}>
        {t('takeOver')}
      </Button>
    </div>
  )
}
