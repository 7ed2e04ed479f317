import { Group, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Action } from '#shared/rule-parts.ts'
import { REPLY_VARIABLES } from '#shared/canned-replies.ts'
import { TICKET_PRIORITIES } from '#shared/tickets.ts'
import type { RuleOptions } from './use-rule-options.ts'

type Props<A> = {
  number: number
  value: A
  options: RuleOptions
  onChange: (value: Action) => void
}

/** Shows the fields of an action to edit. */
export function ActionInput({ number, value, options, onChange }: Props<Action>) {
  const t = useTranslations('settings.ruleParts')
  const label = { 'aria-label': t('value', { number }) }
  const none = { value: '', label: t('none') }
  switch (value.type) {
    case 'assign':
      return (
        <Select
          {...label}
          data={[none, ...options.members]}
          value={value.member_id ?? ''}
          searchable
          onChange={(id) => onChange({ ...value, member_id: id || null })}
        />
      )
    case 'set_team':
      return (
        <Select
          {...label}
          data={[none, ...options.teams]}
          value={value.team_id ?? ''}
          onChange={(id) => onChange({ ...value, team_id: id || null })}
        />
      )
    case 'add_tags':
    case 'remove_tags':
      return (
        <MultiSelect
          {...label}
          data={options.tags}
          value={value.tag_ids}
          searchable
          onChange={(ids) => onChange({ ...value, tag_ids: ids })}
        />
      )
    case 'set_status':
      return (
        <Select
          {...label}
          data={(['open', 'closed'] as const).map((status) => ({
            value: status,
            label: t(`statuses.${status}`),
          }))}
          value={value.status}
          allowDeselect={false}
          onChange={(status) =>
            onChange({ ...value, status: status === 'open' ? 'open' : 'closed' })
          }
        />
      )
    case 'set_priority':
      return (
        <Select
          {...label}
          data={[none, ...options.priorities]}
          value={value.priority ?? ''}
          allowDeselect={false}
          onChange={(next) => {
            const priority = TICKET_PRIORITIES.find((each) => each === next) ?? null
            onChange({ ...value, priority })
          }}
        />
      )
    case 'hand_over':
      return (
        <Select
          {...label}
          data={options.bots}
          value={value.bot_id}
          allowDeselect={false}
          onChange={(id) => onChange({ ...value, bot_id: id ?? '' })}
        />
      )
    case 'webhook':
      return (
        <TextInput
          {...label}
          value={value.label}
          onChange={({ currentTarget }) => onChange({ ...value, label: currentTarget.value })}
        />
      )
    case 'snooze':
      return (
        <NumberInput
          {...label}
          value={value.minutes}
          min={1}
          allowDecimal={false}
          onChange={(minutes) => onChange({ ...value, minutes: Number(minutes) })}
        />
      )
    case 'reply':
      return <ReplyInput {...{ number, value, options, onChange }} />
    case 'template':
      return (
        <Group gap="xs" grow>
          <TextInput
            {...label}
            value={value.name}
            onChange={({ currentTarget }) => onChange({ ...value, name: currentTarget.value })}
          />
          <TextInput
            aria-label={t('language', { number })}
            value={value.language}
            onChange={({ currentTarget }) => onChange({ ...value, language: currentTarget.value })}
          />
        </Group>
      )
    case 'note':
      return <TextArea {...{ number, value, onChange }} />
    case 'notify':
      return (
        <>
          <MultiSelect
            aria-label={t('recipients', { number })}
            data={[...options.teams, ...options.members]}
            value={[...(value.team_ids ?? []), ...(value.member_ids ?? [])]}
            searchable
            onChange={(ids) => {
              const isTeam = (id: string) => options.teams.some((team) => team.value === id)
              onChange({
                ...value,
                team_ids: ids.filter(isTeam),
                member_ids: ids.filter((id) => !isTeam(id)),
              })
            }}
          />
          <TextArea {...{ number, value, onChange }} />
        </>
      )
    case 'create_ticket':
      return (
        <Group gap="xs" grow>
          <TextInput
            {...label}
            value={value.title}
            onChange={({ currentTarget }) => onChange({ ...value, title: currentTarget.value })}
          />
          <Select
            aria-label={t('fields.ticket_priority')}
            data={options.priorities}
            value={value.priority ?? 'medium'}
            allowDeselect={false}
            onChange={(next) => {
              const priority = TICKET_PRIORITIES.find((each) => each === next) ?? 'medium'
              onChange({ ...value, priority })
            }}
          />
        </Group>
      )
    case 'set_field':
      return (
        <Group gap="xs" grow>
          <Select
            aria-label={t('key', { number })}
            data={options.keys}
            value={value.key}
            onChange={(key) => onChange({ ...value, key: key ?? '' })}
          />
          <TextInput
            {...label}
            value={value.value ?? ''}
            onChange={({ currentTarget }) =>
              onChange({ ...value, value: currentTarget.value || null })
            }
          />
        </Group>
      )
  }
}

function ReplyInput(props: Props<Extract<Action, { type: 'reply' }>>) {
  const { number, value, options, onChange } = props
  const t = useTranslations('settings.ruleParts')
  return (
    <>
      <Select
        aria-label={t('cannedReply', { number })}
        data={[{ value: '', label: t('ownText') }, ...options.replies]}
        value={value.canned_reply_id ?? ''}
        allowDeselect={false}
        onChange={(id) =>
          onChange(id ? { type: 'reply', canned_reply_id: id } : { type: 'reply', text: '' })
        }
      />
      {value.canned_reply_id === undefined && (
        <TextArea
          {...{ number, value: { ...value, text: value.text ?? '' }, onChange }}
          description={t('replyHint', {
            tokens: REPLY_VARIABLES.map((name) => `{${name}}`).join(', '),
          })}
        />
      )}
    </>
  )
}

function TextArea<A extends Action & { text: string }>(props: {
  number: number
  value: A
  description?: string
  onChange: (value: A) => void
}) {
  const { number, value, description, onChange } = props
  const t = useTranslations('settings.ruleParts')
  return (
    <Textarea
      aria-label={t('text', { number })}
      {...(description !== undefined && { description })}
      autosize
      minRows={2}
      maxRows={8}
      value={value.text}
      onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
    />
  )
}
