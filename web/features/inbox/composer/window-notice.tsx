import { Anchor, Button, Group } from '@mantine/core'
import { IconClockHour4, IconTemplate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useFormatter, useTranslations } from 'use-intl'
import { useUnblock } from '../../../components/use-unblock.ts'
import { displayName } from '../../../lib/display-name.ts'
import { useIsAdmin } from '../../../lib/session.ts'
import type { Chat } from '../data/types.ts'
import classes from './composer.module.css'
import type { MessageWindow } from './use-message-window.ts'
import { useTimes } from '../../../lib/use-times.ts'

/** Explains why no free-form message can be sent, and what can be done instead. */
export function WindowNotice(props: {
  chat: Chat
  window: MessageWindow
  onTemplate: () => void
  onNote: () => void
}) {
  const { chat, window: state, onTemplate, onNote } = props
  const t = useTranslations('composer')
  const isAdmin = useIsAdmin()
  return (
    <div className={classes.notice} role="status">
      <p className={classes.noticeText}>
        {state.isContactBlocked ? t('contactBlocked') : (state.obstacle ?? t('windowClosed'))}
      </p>
      <Group gap="xs">
        {state.isContactBlocked ? (
          <UnblockButton person={chat.person} />
        ) : state.obstacle === null ? (
          <Button
            size="compact-sm"
            leftSection={<IconTemplate size={16} aria-hidden />}
            onClick={onTemplate}
          >
            {t('chooseTemplate')}
          </Button>
        ) : (
          isAdmin && (
            <Anchor component={Link} to="/settings/channels" size="sm">
              {t('openChannels')}
            </Anchor>
          )
        )}
        <Button size="compact-sm" variant="subtle" onClick={onNote}>
          {t('writeNote')}
        </Button>
      </Group>
    </div>
  )
}

function UnblockButton({ person }: { person: Chat['person'] }) {
  const t = useTranslations('composer')
  const { unblock, isPending } = useUnblock(person, {
    done: t('unblocked', { name: displayName(person) ?? t('customer') }),
    failed: t('unblockFailed'),
  })
  return (
    <Button size="compact-sm" loading={isPending} onClick={unblock}>
      {t('unblock')}
    </Button>
  )
}

/** Shows until when free-form messages can be sent. */
export function WindowTime({ window: { expiresAt, isClosing } }: { window: MessageWindow }) {
  const t = useTranslations('composer')
  const format = useFormatter()
  const { now, toMinute } = useTimes(10_000)
  if (!expiresAt || expiresAt <= now) return null
  return (
    <span
      className={classes.windowTime}
      data-closing={isClosing}
      title={t('windowTitle', { time: toMinute(expiresAt.toISOString()) })}
    >
      <IconClockHour4 size={14} aria-hidden />
      {t('windowLeft', { time: leftOf(expiresAt.getTime() - now.getTime()) })}
    </span>
  )

  function leftOf(ms: number): string {
    const minutes = Math.max(1, Math.round(ms / 60_000))
    const unit = minutes < 120 ? 'minute' : 'hour'
    return format.number(unit === 'minute' ? minutes : Math.floor(minutes / 60), {
      style: 'unit',
      unit,
      unitDisplay: 'long',
    })
  }
}
