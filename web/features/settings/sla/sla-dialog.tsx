import {
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SLA_CLOCKS, SLA_MAX, SLA_METRICS, SLA_PAUSES, SLA_RECIPIENTS } from '#shared/sla.ts'
import type { SlaMetric } from '#shared/sla.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import { useTeams } from '../../../lib/teams.ts'
import { channelsQuery } from '../channels/channels-query.ts'
import type { SlaPolicy as PolicyShape } from '#sla/schema.ts'
import type { Wire } from '../../../lib/wire.ts'
import { fromMinutes, toMinutes } from './to-minutes.ts'

type SlaPolicy = Wire<PolicyShape>

const NEW = {
  name: '',
  team_ids: [],
  tag_ids: [],
  channel_ids: [],
  first_response_minutes: 60,
  next_response_minutes: null,
  resolution_minutes: null,
  clock: 'business',
  pauses: [...SLA_PAUSES],
  warning_percent: 80,
  notify: ['assignee'],
} satisfies Partial<SlaPolicy>

/** The names of the texts of conditions. */
const CONDITIONS = { team_ids: 'teams', channel_ids: 'channels', tag_ids: 'tags' } as const

/** The dialog that creates or edits a policy of service levels. */
export function SlaDialog(props: {
  policy: SlaPolicy | null
  onSaved: () => void
  onClose: () => void
}) {
  const { policy, onSaved, onClose } = props
  const t = useTranslations('settings.sla')
  const tSettings = useTranslations('settings')
  const teams = useTeams()
  const { data: tags = [] } = useQuery(tagsQuery)
  const channels = useQuery(channelsQuery).data?.data ?? []
  const given = policy ?? NEW
  const check = (text: string) => (toMinutes(text) === undefined ? t('invalid') : null)
  const form = useForm({
    initialValues: {
      name: given.name,
      position: policy?.position ?? '',
      first_response: fromMinutes(given.first_response_minutes),
      next_response: fromMinutes(given.next_response_minutes),
      resolution: fromMinutes(given.resolution_minutes),
      clock: given.clock as string,
      pauses: [...given.pauses] as string[],
      warning_percent: given.warning_percent ?? '',
      notify: [...given.notify] as string[],
      team_ids: [...given.team_ids],
      tag_ids: [...given.tag_ids],
      channel_ids: [...given.channel_ids],
    },
    validate: { first_response: check, next_response: check, resolution: check },
  })
  const save = useSubmit(form, {
    send: ({ position, warning_percent: percent, ...values }) => {
      const minutes = (metric: SlaMetric) => toMinutes(values[metric])
      const body = {
        name: values.name,
        ...(position !== '' && { position: Number(position) }),
        first_response_minutes: minutes('first_response'),
        next_response_minutes: minutes('next_response'),
        resolution_minutes: minutes('resolution'),
        clock: values.clock,
        pauses: values.pauses,
        warning_percent: percent === '' ? null : Number(percent),
        notify: values.notify,
        team_ids: values.team_ids,
        tag_ids: values.tag_ids,
        channel_ids: values.channel_ids,
      }
      return policy
        ? api.patch(`/api/v1/sla-policies/${policy.id}`, body)
        : api.post('/api/v1/sla-policies', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      onSaved()
      onClose()
    },
  })
  const select = (name: keyof typeof CONDITIONS, data: { id: string; name: string }[]) => (
    <MultiSelect
      label={t(CONDITIONS[name])}
      placeholder={form.values[name].length === 0 ? t('any') : ''}
      data={data.map((each) => ({ value: each.id, label: each.name }))}
      maxValues={SLA_MAX.values}
      searchable
      {...form.getInputProps(name)}
    />
  )
  return (
    <FormDialog
      title={policy ? t('editTitle', { name: policy.name }) : t('create')}
      size="lg"
      request={save}
      submitLabel={policy ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        maxLength={SLA_MAX.name}
        required
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Fieldset legend={t('targets')}>
        <DimmedText>{t('targetsHint')}</DimmedText>
        <Group grow align="flex-start">
          {SLA_METRICS.map((metric) => (
            <TextInput
              key={metric}
              label={t(metric)}
              placeholder="1:30"
              {...form.getInputProps(metric)}
            />
          ))}
        </Group>
      </Fieldset>
      <Group grow align="flex-start">
        <Select
          label={t('clock')}
          data={SLA_CLOCKS.map((value) => ({ value, label: t(`clocks.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('clock')}
        />
        <NumberInput
          label={t('warning')}
          placeholder={t('noWarning')}
          min={1}
          max={99}
          allowDecimal={false}
          {...form.getInputProps('warning_percent')}
        />
      </Group>
      {form.values.resolution !== '' && (
        <Checkbox.Group label={t('pauses')} {...form.getInputProps('pauses')}>
          <Group mt={4}>
            {SLA_PAUSES.map((value) => (
              <Checkbox key={value} value={value} label={t(`pauseNames.${value}`)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      <Checkbox.Group label={t('notify')} {...form.getInputProps('notify')}>
        <Group mt={4}>
          {SLA_RECIPIENTS.map((value) => (
            <Checkbox key={value} value={value} label={t(`recipients.${value}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      {teams.length + channels.length + tags.length > 0 && (
        <Fieldset legend={t('conditions')}>
          {teams.length > 0 && select('team_ids', teams)}
          {channels.length > 1 && select('channel_ids', channels)}
          {tags.length > 0 && select('tag_ids', tags)}
        </Fieldset>
      )}
      <NumberInput
        label={t('position')}
        description={t('positionHint')}
        min={0}
        max={1_000}
        allowDecimal={false}
        {...form.getInputProps('position')}
      />
      <DimmedText>{t('newOnly')}</DimmedText>
    </FormDialog>
  )
}
