import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { TEAM_NAME_CHARACTERS_MAX } from '#shared/teams.ts'
import { AvailabilityDot } from '../../../components/availability/member-face.tsx'
import { useAvailabilityText } from '../../../components/availability/use-availability-text.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { membersQuery } from '../../../lib/members.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import type { Team } from '../../../lib/teams.ts'
import { channelsQuery } from '../channels/channels-query.ts'
import type { ChannelResource } from '../channels/channels-query.ts'
import { hoursQuery } from '../hours/hours-query.ts'

/** The dialog that creates a team or changes its name, members and channels. */
export function TeamDialog({ team, onClose }: { team: Team | null; onClose: () => void }) {
  const t = useTranslations('settings.teams')
  const tSettings = useTranslations('settings')
  const findTeam = useFindTeam()
  const toText = useAvailabilityText()
  const { data: members = [] } = useQuery(membersQuery)
  const { data: hours = [] } = useQuery(hoursQuery)
  const channels = useQuery(channelsQuery).data?.data ?? []
  const form = useForm({
    initialValues: {
      name: team?.name ?? '',
      member_ids: team?.member_ids ?? [],
      channel_ids: team?.channel_ids ?? [],
      hoursId: team?.business_hours_id ?? '',
    },
  })
  const save = useSubmit(form, {
    send: ({ hoursId, ...values }) => {
      const body = { ...values, name: values.name.trim(), business_hours_id: hoursId || null }
      return team ? api.patch(`/api/v1/teams/${team.id}`, body) : api.post('/api/v1/teams', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries()
      onClose()
    },
  })
  const labelOf = ({ id, name, team_id: other }: ChannelResource) => {
    const owner = other === team?.id ? undefined : findTeam(other)
    return { id, label: owner ? t('channelOf', { name, team: owner.name }) : name }
  }
  return (
    <FormDialog
      title={team ? t('editTitle', { name: team.name }) : t('create')}
      request={save}
      submitLabel={team ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        required
        maxLength={TEAM_NAME_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Choices
        label={t('members')}
        description={t('membersHint')}
        options={members
          .filter(({ removed_at }) => removed_at === null)
          .map((member) => ({
            id: member.id,
            label: member.name,
            state: <AvailabilityDot state={member.availability} />,
            description: toText(member),
          }))}
        {...form.getInputProps('member_ids')}
      />
      {channels.length === 0 ? (
        <DimmedText>{t('noChannels')}</DimmedText>
      ) : (
        <Choices
          label={t('channels')}
          description={t('channelsHint')}
          options={channels.map(labelOf)}
          {...form.getInputProps('channel_ids')}
        />
      )}
      {hours.length > 0 && (
        <NativeSelect
          label={t('hours')}
          data={[
            { value: '', label: t('defaultHours') },
            ...hours.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps('hoursId')}
        />
      )}
    </FormDialog>
  )
}

function Choices(props: {
  label: string
  description: string
  options: { id: string; label: string; state?: ReactNode; description?: string }[]
  value?: string[]
  onChange?: (value: string[]) => void
}) {
  const { options, ...group } = props
  return (
    <Checkbox.Group {...group}>
      <Stack gap="xs" mt="xs" mah="14rem" style={{ overflowY: 'auto' }}>
        {options.map(({ id, label, state, description }) => (
          <Checkbox
            key={id}
            value={id}
            label={
              <>
                {label} {state}
              </>
            }
            {...(description !== undefined && { description })}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
