import { Fieldset, Group, Modal, MultiSelect, NumberInput, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, queryOptions } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { TeamAssignment } from '#assignment/schema.ts'
import { ASSIGNMENT_MAX, ASSIGNMENT_METHODS } from '#shared/assignment.ts'
import { LANGUAGES } from '#shared/contacts.ts'
import { useLanguageName } from '../../../lib/use-language-name.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { QueryState } from '../../../components/query-state.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { membersQuery } from '../../../lib/members.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { tagsQuery } from '../../../lib/tags.ts'
import { TEAMS } from '../../../lib/teams.ts'
import type { Team } from '../../../lib/teams.ts'
import type { Wire } from '../../../lib/wire.ts'

type Assignment = Wire<TeamAssignment>

const pathOf = (team: Team) => `/api/v1/teams/${team.id}/assignment`
const assignmentQuery = (team: Team) =>
  queryOptions({
    queryKey: [...TEAMS, 'assignment', team.id],
    queryFn: ({ signal }) => api.get<Assignment>(pathOf(team), {}, signal),
  })

/** The dialog that says how a team assigns its conversations. */
export function AssignmentDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const t = useTranslations('settings.assignment')
  const query = useQuery({ ...assignmentQuery(team), staleTime: 0, gcTime: 0 })
  if (query.data) return <AssignmentForm team={team} assignment={query.data} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={t('title', { name: team.name })}>
      <QueryState query={query} />
    </Modal>
  )
}

/** What a number field holds: '' is none. */
type Amount = number | string

const toAmount = (value: number | null | undefined): Amount => value ?? ''
const toNumber = (value: Amount): number | null => (value === '' ? null : Number(value))

function AssignmentForm(props: { team: Team; assignment: Assignment; onClose: () => void }) {
  const { team, assignment, onClose } = props
  const t = useTranslations('settings.assignment')
  const tSettings = useTranslations('settings')
  const { data: all = [] } = useQuery(membersQuery)
  const { data: tags = [] } = useQuery(tagsQuery)
  const members = all.filter(({ id }) => team.member_ids.includes(id))
  const form = useForm({
    initialValues: {
      method: assignment.method as string,
      capacity: toAmount(assignment.capacity),
      sticky_days: toAmount(assignment.sticky_days),
      hand_back_minutes: toAmount(assignment.hand_back_minutes),
      relax_minutes: toAmount(assignment.relax_minutes),
      capacities: Object.fromEntries(
        assignment.members.map(({ member_id, capacity }) => [member_id, toAmount(capacity)]),
      ) as Record<string, Amount>,
      skills: Object.fromEntries(
        assignment.members.map(({ member_id, skill_tag_ids = [] }) => [member_id, skill_tag_ids]),
      ) as Record<string, string[]>,
      languages: Object.fromEntries(
        assignment.members.map(({ member_id, languages = [] }) => [member_id, languages]),
      ) as Record<string, string[]>,
    },
  })
  const save = useSubmit(form, {
    send: ({ capacities, skills, languages, ...values }) =>
      api.patch(pathOf(team), {
        method: values.method,
        capacity: toNumber(values.capacity),
        sticky_days: toNumber(values.sticky_days) ?? 0,
        hand_back_minutes: toNumber(values.hand_back_minutes),
        relax_minutes: toNumber(values.relax_minutes),
        members: team.member_ids.flatMap((id) => {
          const capacity = toNumber(capacities[id] ?? '')
          const [skill_tag_ids, spoken] = [skills[id] ?? [], languages[id] ?? []]
          return capacity === null && skill_tag_ids.length + spoken.length === 0
            ? []
            : [{ member_id: id, capacity, skill_tag_ids, languages: spoken }]
        }),
      }),
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: TEAMS })
      onClose()
    },
  })
  const isOn = form.values.method !== 'off'
  const nameOf = useLanguageName()
  const toLanguages = (own: readonly string[]) =>
    [...new Set([...own, ...LANGUAGES])]
      .map((value) => ({ value, label: nameOf(value) }))
      .toSorted((a, b) => a.label.localeCompare(b.label))
  const number = { allowDecimal: false, allowNegative: false, min: 1 }
  return (
    <FormDialog
      title={t('title', { name: team.name })}
      size="lg"
      request={save}
      submitLabel={tSettings('save')}
      onClose={onClose}
    >
      <DimmedText>{t('intro')}</DimmedText>
      <Select
        label={t('method')}
        data={(['off', ...ASSIGNMENT_METHODS] as const).map((value) => ({
          value,
          label: t(`methods.${value}`),
        }))}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps('method')}
      />
      {isOn && (
        <>
          <NumberInput
            label={t('capacity')}
            placeholder={t('noLimit')}
            max={ASSIGNMENT_MAX.capacity}
            {...number}
            {...form.getInputProps('capacity')}
          />
          <NumberInput
            label={t('stickyDays')}
            max={ASSIGNMENT_MAX.days}
            {...number}
            min={0}
            {...form.getInputProps('sticky_days')}
          />
          <NumberInput
            label={t('handBack')}
            placeholder={t('never')}
            max={ASSIGNMENT_MAX.minutes}
            {...number}
            {...form.getInputProps('hand_back_minutes')}
          />
          {members.length > 0 && (
            <Fieldset legend={t('members')}>
              <Stack gap="xs">
                <DimmedText>{t('membersHint')}</DimmedText>
                {members.map(({ id, name }) => (
                  <Group key={id} align="flex-end" wrap="wrap" gap="xs">
                    <NumberInput
                      label={name}
                      aria-label={t('capacityOf', { name })}
                      placeholder={t('asTeam')}
                      w="9rem"
                      max={ASSIGNMENT_MAX.capacity}
                      {...number}
                      min={0}
                      {...form.getInputProps(`capacities.${id}`)}
                      value={form.values.capacities[id] ?? ''}
                    />
                    <MultiSelect
                      aria-label={t('skillsOf', { name })}
                      placeholder={(form.values.skills[id] ?? []).length === 0 ? t('skills') : ''}
                      data={tags.map((tag) => ({ value: tag.id, label: tag.name }))}
                      maxValues={ASSIGNMENT_MAX.skills}
                      searchable
                      style={{ flex: '1 1 12rem' }}
                      {...form.getInputProps(`skills.${id}`)}
                      value={form.values.skills[id] ?? []}
                    />
                    <MultiSelect
                      aria-label={t('languagesOf', { name })}
                      placeholder={
                        (form.values.languages[id] ?? []).length === 0 ? t('languages') : ''
                      }
                      data={toLanguages(form.values.languages[id] ?? [])}
                      maxValues={ASSIGNMENT_MAX.skills}
                      searchable
                      style={{ flex: '1 1 10rem' }}
                      {...form.getInputProps(`languages.${id}`)}
                      value={form.values.languages[id] ?? []}
                    />
                  </Group>
                ))}
              </Stack>
            </Fieldset>
          )}
          <NumberInput
            label={t('relax')}
            placeholder={t('always')}
            max={ASSIGNMENT_MAX.minutes}
            {...number}
            {...form.getInputProps('relax_minutes')}
          />
        </>
      )}
    </FormDialog>
  )
}
