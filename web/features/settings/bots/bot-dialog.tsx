import { Checkbox, NumberInput, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { BOT_NAME_CHARACTERS_MAX, BOT_TIMEOUT_SECONDS } from '#shared/bots.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import type { Bot } from '../../../lib/bots.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useTeams } from '../../../lib/teams.ts'
import { channelsQuery } from '../channels/channels-query.ts'

/** The dialog that creates a bot, or changes its name, its channels and teams, and whether it is on. */
export function BotDialog(props: {
  bot: Bot | null
  onCreated: (bot: Bot) => void
  onClose: () => void
}) {
  const { bot, onCreated, onClose } = props
  const t = useTranslations('settings.bots')
  const tSettings = useTranslations('settings')
  const channels = useQuery(channelsQuery).data?.data ?? []
  const teams = useTeams()
  const form = useForm({
    initialValues: {
      name: bot?.name ?? '',
      is_on: bot?.is_on ?? true,
      timeout_seconds: bot?.timeout_seconds ?? BOT_TIMEOUT_SECONDS.default,
      channel_ids: bot?.channel_ids ?? [],
      team_ids: bot?.team_ids ?? [],
    },
  })
  const save = useSubmit(form, {
    send: ({ is_on, ...values }) => {
      const body = { ...values, name: values.name.trim() }
      return bot
        ? api.patch<Bot>(`/api/v1/bots/${bot.id}`, { ...body, is_on })
        : api.post<Bot>('/api/v1/bots', body)
    },
    done: tSettings('saved'),
    onDone: (saved) => {
      void queryClient.invalidateQueries()
      onClose()
      if (!bot) onCreated(saved)
    },
  })
  return (
    <FormDialog
      title={bot ? t('editTitle', { name: bot.name }) : t('create')}
      request={save}
      submitLabel={bot ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={BOT_NAME_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {bot && (
        <Switch
          label={t('isOn')}
          description={t('isOnHint')}
          {...form.getInputProps('is_on', { type: 'checkbox' })}
        />
      )}
      <NumberInput
        label={t('timeout')}
        description={t('timeoutHint')}
        required
        min={BOT_TIMEOUT_SECONDS.min}
        max={BOT_TIMEOUT_SECONDS.max}
        allowDecimal={false}
        {...form.getInputProps('timeout_seconds')}
      />
      {channels.length === 0 ? (
        <DimmedText>{t('noChannels')}</DimmedText>
      ) : (
        <Checkbox.Group
          label={t('channels')}
          description={t('channelsHint')}
          {...form.getInputProps('channel_ids')}
        >
          <Choices options={channels} />
        </Checkbox.Group>
      )}
      {teams.length > 0 && (
        <Checkbox.Group
          label={t('teams')}
          description={t('teamsHint')}
          {...form.getInputProps('team_ids')}
        >
          <Choices options={teams} />
        </Checkbox.Group>
      )}
    </FormDialog>
  )
}

function Choices({ options }: { options: { id: string; name: string }[] }) {
  return (
    <Stack gap="xs" mt="xs" mah="14rem" style={{ overflowY: 'auto' }}>
      {options.map(({ id, name }) => (
        <Checkbox key={id} value={id} label={name} />
      ))}
    </Stack>
  )
}
