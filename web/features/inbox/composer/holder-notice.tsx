import { Button } from '@mantine/core'
import { IconRobot } from '@tabler/icons-react'
import { useNow, useTranslations } from 'use-intl'
import { useThreadControl } from '../actions/use-thread-control.ts'
import { otherHolder } from '../data/holder.ts'
import type { Chat } from '../data/types.ts'
import classes from './composer.module.css'
import type { MessageWindow } from './use-message-window.ts'

/** Shows that another app holds the conversation, and takes it over. */
export function HolderNotice({ chat, window }: { chat: Chat; window: MessageWindow }) {
  const t = useTranslations('composer')
  const holder = otherHolder(chat, useNow({ updateInterval: 10_000 }))
  const control = useThreadControl(chat)
  if (!holder) return null
  return (
    <div className={classes.holder} role="status" data-holder={holder}>
      <IconRobot size={18} stroke={1.5} aria-hidden />
      <span>
        {t(`held.${holder}`)}
        {window.handover.sending_takes_over && window.status !== 'closed' && (
          <> {t('sendingTakesOver')}</>
        )}
      </span>
      {window.handover.is_supported && (
        <Button
          size="compact-sm"
          variant="default"
          loading={control.isPending}
          onClick={control.takeOver}
        >
          {t('takeOver')}
        </Button>
      )}
    </div>
  )
}
