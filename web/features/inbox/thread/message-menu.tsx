import { Group, Menu, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconCopy, IconInfoCircle, IconTicket } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { notifyDone } from '../../../components/notify.ts'
import { useMay } from '../../../lib/use-may.ts'
import { useChatName } from '../../../lib/use-visitor-name.ts'
import { quoteMessage, requestCompose } from '../compose.ts'
import type { Chat, MessageItem } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import { useSend } from '../send.ts'
import classes from './message-menu.module.css'

const EMOJI = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Shows the menu of a message's actions, next to the button that opened it. */
export function MessageMenu(props: {
  chat: Chat
  message: MessageItem
  anchor: HTMLElement
  ownReaction: string | null
  onClose: () => void
}) {
  const { chat, message, anchor, ownReaction, onClose } = props
  const t = useTranslations('inboxThread')
  const customer = useChatName()(chat)
  const sending = useSend(chat.id)
  const [place] = useState(() => anchor.getBoundingClientRect())
  useEffect(() => {
    anchor.setAttribute('aria-expanded', 'true')
    return () => anchor.removeAttribute('aria-expanded')
  }, [anchor])
  const close = () => {
    onClose()
    anchor.focus({ preventScroll: true })
  }
  const { text } = message
  const may = useMay()
  const maySend = may('messages:write')
  const mayReact = maySend && message.direction === 'inbound' && message.revoked_at === null
  const react = (emoji: string) => {
    const next = ownReaction === emoji ? '' : emoji
    sending.send({ type: 'reaction', reaction: { message_id: message.id, emoji: next } })
    close()
  }
  return (
    <Menu opened onClose={close} position="bottom-start" shadow="md" width={250} trapFocus>
      <Menu.Target>
        <span
          className={classes.anchor}
          style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
        />
      </Menu.Target>
      <Menu.Dropdown>
        {mayReact && (
          <Group gap={2} px={6} py={4} wrap="nowrap">
            {EMOJI.map((emoji) => (
              <UnstyledButton
                key={emoji}
                className={classes.emoji}
                data-chosen={ownReaction === emoji}
                role="menuitem"
                aria-label={ownReaction === emoji ? t('unreact', { emoji }) : t('react', { emoji })}
                onClick={() => react(emoji)}
              >
                {emoji}
              </UnstyledButton>
            ))}
          </Group>
        )}
        <Menu.Item
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!maySend}
          onClick={() => {
            quoteMessage(chat.id, message)
            onClose()
            requestCompose({ mode: 'reply' })
          }}
        >
          {t('reply')}
        </Menu.Item>
        {text !== null && (
          <Menu.Item
            leftSection={<IconCopy size={16} aria-hidden />}
            onClick={() =>
              void navigator.clipboard.writeText(text).then(() => notifyDone(t('copied')))
            }
          >
            {t('copy')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconTicket size={16} aria-hidden />}
          disabled={!may('tickets:write')}
          onClick={() => openDialog({ kind: 'ticket', chat, message })}
        >
          {t('ticket')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconInfoCircle size={16} aria-hidden />}
          onClick={() => openDialog({ kind: 'trail', message, customer })}
        >
          {t('details')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
