import { Menu } from '@mantine/core'
import {
  IconChevronsUp,
  IconClockPause,
  IconHistory,
  IconLink,
  IconMailOpened,
  IconPlayerPlay,
  IconRobot,
  IconTag,
  IconTicket,
  IconUsersGroup,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useNow, useTranslations } from 'use-intl'
import { copyLink } from '../actions/copy-link.ts'
import { useThreadControl } from '../actions/use-thread-control.ts'
import type { ChatActions } from '../actions/use-chat-actions.ts'
import { useTeams } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
import { useMessageWindow } from '../composer/use-message-window.ts'
import { otherHolder } from '../data/holder.ts'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import classes from './thread-header.module.css'

/** Shows the menu of less frequent actions, and of those that do not fit a narrow screen. */
export function ChatMenu(props: { chat: Chat; actions: ChatActions; onClose: () => void }) {
  const { chat, actions, onClose } = props
  const t = useTranslations('inboxHeader')
  const tActions = useTranslations('inboxActions')
  const tKeys = useTranslations('inboxActions.keys')
  const tThread = useTranslations('inboxThread')
  const hasTeams = useTeams().length > 0
  const may = useMay()
  const mayChange = may('chats:write')
  return (
    <Menu opened onClose={onClose} position="bottom-end" width={230} shadow="md" trapFocus>
      <Menu.Target>
        <span className={classes.anchor} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconMailOpened size={16} aria-hidden />}
          disabled={chat.unread_count > 0 || !mayChange}
          onClick={() => actions.markUnread(chat)}
        >
          {t('unread')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTicket size={16} aria-hidden />}
          disabled={!may('tickets:write')}
          onClick={() => openDialog({ kind: 'ticket', chat, message: null })}
        >
          {t('ticket')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTag size={16} aria-hidden />}
          disabled={!mayChange}
          onClick={() => openDialog({ kind: 'tag', chat })}
        >
          {t('tag')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconClockPause size={16} aria-hidden />}
          disabled={!mayChange}
          onClick={() => openDialog({ kind: 'snooze', chat })}
        >
          {t('snooze')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconChevronsUp size={16} aria-hidden />}
          disabled={!mayChange}
          onClick={() => openDialog({ kind: 'priority', chat })}
        >
          {tKeys('priority')}
        </Menu.Item>
        {hasTeams && (
          <>
            <Menu.Item
              leftSection={<IconUsersGroup size={16} aria-hidden />}
              disabled={!mayChange}
              onClick={() => openDialog({ kind: 'team', chat })}
            >
              {t('moveToTeam')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconUsersPlus size={16} aria-hidden />}
              disabled={!mayChange}
              onClick={() => openDialog({ kind: 'participants', chat })}
            >
              {t('participants')}
            </Menu.Item>
          </>
        )}
        {mayChange && (
          <Menu.Item
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            onClick={() => openDialog({ kind: 'macro', chat })}
          >
            {tThread('macro')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => openDialog({ kind: 'rules', chat })}
        >
          {tThread('rules')}
        </Menu.Item>
        {mayChange && <ControlItem chat={chat} />}
        <Menu.Item
          leftSection={<IconLink size={16} aria-hidden />}
          onClick={() => void copyLink(chat.id, tActions('linkCopied'))}
        >
          {tActions('copyLink')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Shows the action that takes over the conversation from another app, or releases one that such an app held before. */
function ControlItem({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  const { handover } = useMessageWindow(chat)
  const control = useThreadControl(chat)
  const isHeld = otherHolder(chat, useNow()) !== null
  const isOurs = chat.holder?.type === 'workspace' && chat.holder.other_app !== null
  if (!handover.is_supported || (!isHeld && !isOurs)) return null
  return (
    <Menu.Item
      leftSection={<IconRobot size={16} aria-hidden />}
      onClick={isHeld ? control.takeOver : control.release}
    >
      {isHeld ? t('takeOver') : t('release')}
    </Menu.Item>
  )
}
