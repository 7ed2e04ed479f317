import { ActionIcon, Button, Group, Select, Stack } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Action } from '#shared/rule-parts.ts'
import { RULE_ACTIONS, RULES_MAX } from '#shared/rules.ts'
import type { RuleAction } from '#shared/rules.ts'
import { ActionInput } from './action-input.tsx'
import type { RuleOptions } from './use-rule-options.ts'

/** The fields of a new action of each kind. */
const NEW: Record<RuleAction, Action> = {
  assign: { type: 'assign', member_id: null },
  set_team: { type: 'set_team', team_id: null },
  add_tags: { type: 'add_tags', tag_ids: [] },
  remove_tags: { type: 'remove_tags', tag_ids: [] },
  set_status: { type: 'set_status', status: 'closed' },
  set_priority: { type: 'set_priority', priority: 'high' },
  hand_over: { type: 'hand_over', bot_id: '' },
  snooze: { type: 'snooze', minutes: 1_440 },
  reply: { type: 'reply', text: '' },
  template: { type: 'template', name: '', language: 'en_US' },
  note: { type: 'note', text: '' },
  notify: { type: 'notify', text: '', member_ids: [] },
  create_ticket: { type: 'create_ticket', title: '' },
  set_field: { type: 'set_field', key: '', value: null },
  webhook: { type: 'webhook', label: '' },
}

/** Shows the actions of a rule or a macro to edit. */
export function ActionsInput(props: {
  value: Action[]
  options: RuleOptions
  onChange: (value: Action[]) => void
}) {
  const { value, options, onChange } = props
  const t = useTranslations('settings.ruleParts')
  return (
    <Stack gap="xs">
      {value.map((action, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Stack gap={4} flex={1}>
            <Select
              aria-label={t('action', { number: index + 1 })}
              data={RULE_ACTIONS.map((type) => ({ value: type, label: t(`actions.${type}`) }))}
              value={action.type}
              allowDeselect={false}
              onChange={(next) => {
                const type = RULE_ACTIONS.find((each) => each === next) ?? action.type
                onChange(value.with(index, NEW[type]))
              }}
            />
            <ActionInput
              number={index + 1}
              value={action}
              options={options}
              onChange={(next) => onChange(value.with(index, next))}
            />
          </Stack>
          {value.length > 1 && (
            <ActionIcon
              size="lg"
              aria-label={t('removeAction', { number: index + 1 })}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {value.length < RULES_MAX.actions && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange([...value, NEW.add_tags])}
        >
          {t('addAction')}
        </Button>
      )}
    </Stack>
  )
}
