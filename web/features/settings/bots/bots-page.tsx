import { Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ListPage } from '../../../components/list-page.tsx'
import { Row } from '../../../components/rows.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { useCreateButton } from '../../../components/use-create-button.tsx'
import { api } from '../../../lib/api.ts'
import type { Bot } from '../../../lib/bots.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useList } from '../../../lib/use-list.ts'
import { adminPage } from '../admin-page.tsx'
import { RowButton, RowButtons } from '../row-buttons.tsx'
import { BotDialog } from './bot-dialog.tsx'
import { BotKeyDialog } from './bot-key-dialog.tsx'

/** Shows the bots with their health: create, edit, make a key, delete. */
export const BotsPage = adminPage('settings.bots.title', Bots)

function Bots() {
  const t = useTranslations('settings.bots')
  const [edited, setEdited] = useState<Bot | 'new' | null>(null)
  const [keyed, setKeyed] = useState<Bot | null>(null)
  const [deleting, setDeleting] = useState<Bot | null>(null)
  const all = useList<Bot>(['bots', 'list'], '/api/v1/bots', { limit: PAGE_SIZE.max })
  const list = { ...all, rows: all.rows.filter(({ deleted_at }) => deleted_at === null) }
  const create = useCreateButton('create-bot', t('create'), () => setEdited('new'))
  return (
    <ListPage
      title={t('title')}
      width="text"
      actions={list.rows.length > 0 && create}
      intro={t('intro')}
      list={list}
      empty={{ title: t('empty'), text: t('emptyText'), children: create }}
      row={(bot) => (
        <Row
          key={bot.id}
          title={
            <>
              <CustomerText>{bot.name}</CustomerText> <Health bot={bot} />
            </>
          }
          sub={
            <>
              <span>{t('channelCount', { count: bot.channel_ids.length })}</span>
              <span>{t('teamCount', { count: bot.team_ids.length })}</span>
              {bot.failures > 0 && <span>{t('failures', { count: bot.failures })}</span>}
            </>
          }
          tail={
            <Group gap={4} wrap="nowrap">
              <RowButton
                label={t('keyOf', { name: bot.name })}
                icon={<IconKey size={18} aria-hidden />}
                onClick={() => setKeyed(bot)}
              />
              <RowButtons
                editLabel={t('editOf', { name: bot.name })}
                deleteLabel={t('deleteOf', { name: bot.name })}
                onEdit={() => setEdited(bot)}
                onDelete={() => setDeleting(bot)}
              />
            </Group>
          }
        />
      )}
    >
      {edited && (
        <BotDialog
          bot={edited === 'new' ? null : edited}
          onCreated={setKeyed}
          onClose={() => setEdited(null)}
        />
      )}
      {keyed && <BotKeyDialog bot={keyed} onClose={() => setKeyed(null)} />}
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle', { name: deleting?.name ?? '' })}
        text={t('deleteText')}
        confirmLabel={t('deleteOf', { name: deleting?.name ?? '' })}
        isDangerous
        run={(bot) => api.delete(`/api/v1/bots/${bot.id}`)}
        done={(_, { name }) => t('deleted', { name })}
        failed={t('deleteFailed')}
        onDone={() => void queryClient.invalidateQueries()}
        onClose={() => setDeleting(null)}
      />
    </ListPage>
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
