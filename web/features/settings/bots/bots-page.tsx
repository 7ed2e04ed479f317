import { Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import type { Bot } from '../../../lib/bots.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { RowButton } from '../row-buttons.tsx'
import { EditedListPage } from '../edited-list-page.tsx'
import { BotDialog } from './bot-dialog.tsx'
import { BotKeyDialog } from './bot-key-dialog.tsx'

/** Shows the bots with their health: create, edit, make a key, delete. */
export const BotsPage = adminPage('settings.bots.title', Bots)

function Bots() {
  const t = useTranslations('settings.bots')
  const [keyed, setKeyed] = useState<Bot | null>(null)
  const all = useList<Bot>(['bots', 'list'], '/api/v1/bots', { limit: PAGE_SIZE.max })
  return (
    <EditedListPage
      t={t}
      command="create-bot"
      path="/api/v1/bots"
      list={{ ...all, rows: all.rows.filter(({ deleted_at }) => deleted_at === null) }}
      name={(bot) => (
        <Group gap={4} wrap="nowrap">
          <CustomerText>{bot.name}</CustomerText>
          <Health bot={bot} />
        </Group>
      )}
      sub={(bot) => (
        <>
          <span>{t('channelCount', { count: bot.channel_ids.length })}</span>
          <span>{t('teamCount', { count: bot.team_ids.length })}</span>
          {bot.failures > 0 && <span>{t('failures', { count: bot.failures })}</span>}
        </>
      )}
      buttons={(bot) => (
        <RowButton
          label={t('keyOf', { name: bot.name })}
          icon={<IconKey size={18} aria-hidden />}
          onClick={() => setKeyed(bot)}
        />
      )}
      dialog={(bot, onClose) => <BotDialog bot={bot} onCreated={setKeyed} onClose={onClose} />}
      refresh={() => void queryClient.invalidateQueries()}
    >
      {keyed && <BotKeyDialog bot={keyed} onClose={() => setKeyed(null)} />}
    </EditedListPage>
  )
}

/** Shows whether a bot gets conversations, and whether it acts in time. */
function Health({ bot }: { bot: Bot }) {
  const t = useTranslations('settings.bots')
  if (bot.off_reason) return <StatusText tone="quiet">{t(`off.${bot.off_reason}`)}</StatusText>
  return bot.failures > 0 ? (
    <StatusText tone="bad">{t('failing')}</StatusText>
  ) : (
    <StatusText tone="good">{t('healthy')}</StatusText>
  )
}
