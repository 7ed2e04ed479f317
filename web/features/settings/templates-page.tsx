import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Template as TemplateResource, TemplateSync } from '#channels/templates/schema.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { StatusText } from '../../components/status-text.tsx'
import type { Tone } from '../../components/status-text.tsx'
import { api } from '../../lib/api.ts'
import { useAction } from '../../components/use-action.ts'
import type { Wire } from '../../lib/wire.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'
import { Row } from '../../components/rows.tsx'
import { useList } from '../../lib/use-list.ts'
import { adminPage } from './admin-page.tsx'
import { channelsQuery, platformsQuery } from './channels/channels-query.ts'

type Template = Wire<TemplateResource>

const TONES: Record<string, Tone> = {
  APPROVED: 'good',
  FLAGGED: 'busy',
  PENDING: 'busy',
  IN_APPEAL: 'busy',
  REJECTED: 'bad',
  PAUSED: 'bad',
  DISABLED: 'bad',
  LIMIT_EXCEEDED: 'bad',
}

/** Shows the message templates of the platform, which can be sent at any time. */
export const TemplatesPage = adminPage('settings.templates.title', Templates)

function Templates() {
  const t = useTranslations('settings.templates')
  const [chosen, setChosen] = useState('')
  const channels = useQuery(channelsQuery)
  const { data: platforms } = useQuery(platformsQuery)
  const withTemplates = new Set(
    platforms?.filter((each) => each.has_templates).map(({ type }) => type),
  )
  const own =
    channels.data?.data.filter(
      (each) => withTemplates.has(each.type) && each.disconnected_at === null,
    ) ?? []
  const list = useList<Template>(['templates', 'list'], '/api/v1/templates', {
    query: { channel_id: chosen },
  })
  const sync = useAction({
    run: async () => {
      const targets = chosen === '' ? own.map(({ id }) => id) : [chosen]
      let count = 0
      for (const id of targets) {
        const path = `/api/developer/channels/${id}/templates/sync`
        count += (await api.post<TemplateSync>(path)).templates
      }
      return count
    },
    done: (count) => t('synced', { count }),
    failed: t('syncFailed'),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['templates'] }),
  })
  const read = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={sync.isPending}
      onClick={() => sync.mutate()}
    >
      {t('sync')}
    </Button>
  )
  return (
    <ListPage
      title={t('title')}
      actions={own.length > 0 && list.rows.length > 0 && read}
      intro={t('intro')}
      filters={
        own.length > 1 && (
          <NativeSelect
            mb="md"
            maw="20rem"
            aria-label={t('channel')}
            value={chosen}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={[
              { value: '', label: t('allChannels') },
              ...own.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )
      }
      list={list}
      empty={
        channels.data && platforms && own.length === 0
          ? {
              title: t('noChannel'),
              text: t('noChannelText'),
              children: (
                <Button component={Link} to="/settings/channels">
                  {t('openChannels')}
                </Button>
              ),
            }
          : { title: t('empty'), text: t('emptyText'), children: read }
      }
      row={(template) => <TemplateRow key={template.id} template={template} />}
    />
  )
}

function TemplateRow({ template }: { template: Template }) {
  const t = useTranslations('settings.templates')
  const has = (key: string) => (t.has as (key: string) => boolean)(key)
  const languageName = useLanguageName()
  const { name, status, language, category } = template
  const word = has(`statuses.${status}`)
    ? t(`statuses.${status as 'APPROVED'}`)
    : t('statuses.unknown', { status: status ?? '?' })
  return (
    <Row
      lead={<StatusText tone={TONES[status ?? ''] ?? 'quiet'}>{word}</StatusText>}
      title={<bdi translate="no">{name}</bdi>}
      sub={
        <Stack gap={2}>
          <Group gap="sm">
            <span>{languageName(language)}</span>
            {category && (
              <span>
                {has(`categories.${category}`)
                  ? t(`categories.${category as 'UTILITY'}`)
                  : category}
              </span>
            )}
            {template.status_reason && (
              <span>{t('reason', { reason: template.status_reason })}</span>
            )}
          </Group>
          {bodyOf(template) && (
            <Text span size="sm" lineClamp={3} style={{ whiteSpace: 'pre-line' }}>
              <CustomerText>{bodyOf(template)}</CustomerText>
            </Text>
          )}
        </Stack>
      }
    />
  )
}

function bodyOf({ components }: Template): string {
  const body = components?.find((each) => each['type'] === 'BODY')
  return typeof body?.['text'] === 'string' ? body['text'] : ''
}
