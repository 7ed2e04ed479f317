import {
  ActionIcon,
  Button,
  Group,
  MultiSelect,
  Select,
  Stack,
  TagsInput,
  Text,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Condition, ConditionGroup, Conditions } from '#shared/rule-parts.ts'
import { RULE_FIELDS, RULE_OPERATORS, RULES_MAX } from '#shared/rules.ts'
import type { RuleField, RuleOperator } from '#shared/rules.ts'
import type { RuleOptions } from './use-rule-options.ts'

const FIELDS = Object.keys(RULE_FIELDS) as RuleField[]

/** Shows the conditions of a rule to edit. A group, which only the API creates, can be removed. */
export function ConditionsInput(props: {
  value: Conditions
  options: RuleOptions
  onChange: (value: Conditions) => void
}) {
  const { value, options, onChange } = props
  const t = useTranslations('settings.ruleParts')
  const set = (conditions: Conditions['conditions']) => onChange({ ...value, conditions })
  const replace = (index: number, by: Condition | ConditionGroup) =>
    set(value.conditions.with(index, by))
  return (
    <Stack gap="xs">
      {value.conditions.length > 1 && (
        <Select
          aria-label={t(value.match)}
          data={(['all', 'any'] as const).map((match) => ({ value: match, label: t(match) }))}
          value={value.match}
          allowDeselect={false}
          maw="14rem"
          onChange={(match) => onChange({ ...value, match: match === 'any' ? 'any' : 'all' })}
        />
      )}
      {value.conditions.map((each, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          {'match' in each ? (
            <Text size="sm" flex={1}>
              {t('group', { count: each.conditions.length })}
            </Text>
          ) : (
            <ConditionInput
              number={index + 1}
              value={each}
              options={options}
              onChange={(next) => replace(index, next)}
            />
          )}
          <ActionIcon
            size="lg"
            aria-label={t('removeCondition', { number: index + 1 })}
            onClick={() => set(value.conditions.toSpliced(index, 1))}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {value.conditions.length < RULES_MAX.conditions && (
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            set([...value.conditions, { field: 'text', operator: 'contains', values: [] }])
          }
        >
          {t('addCondition')}
        </Button>
      )}
    </Stack>
  )
}

/** Returns the custom fields that a field of conditions can name, if it names one. */
function keysOf(field: RuleField, { keys, ticketKeys }: RuleOptions) {
  if (field === 'field') return keys
  return field === 'ticket_field' ? ticketKeys : undefined
}

function ConditionInput(props: {
  number: number
  value: Condition
  options: RuleOptions
  onChange: (value: Condition) => void
}) {
  const { number, value, options, onChange } = props
  const t = useTranslations('settings.ruleParts')
  const operators: readonly RuleOperator[] = RULE_OPERATORS[RULE_FIELDS[value.field]]
  const known = options.ofField[value.field]
  const keys = keysOf(value.field, options)
  const values = {
    'aria-label': t('values', { number }),
    value: value.values,
    onChange: (next: string[]) => onChange({ ...value, values: next }),
  }
  return (
    <Stack gap={4} flex={1}>
      <Group gap="xs" grow>
        <Select
          aria-label={t('condition', { number })}
          data={FIELDS.map((field) => ({ value: field, label: t(`fields.${field}`) }))}
          value={value.field}
          allowDeselect={false}
          onChange={(next) => {
            const field = FIELDS.find((each) => each === next) ?? value.field
            const [operator] = RULE_OPERATORS[RULE_FIELDS[field]]
            const key = keysOf(field, options)?.[0]?.value
            onChange({ field, operator, values: [], ...(key !== undefined && { key }) })
          }}
        />
        <Select
          aria-label={t('comparison', { number })}
          data={operators.map((each) => ({ value: each, label: t(`operators.${each}`) }))}
          value={value.operator}
          allowDeselect={false}
          onChange={(next) =>
            onChange({ ...value, operator: operators.find((each) => each === next) ?? 'is' })
          }
        />
      </Group>
      {keys && (
        <Select
          aria-label={t(`fields.${value.field}`)}
          data={keys}
          value={value.key ?? null}
          onChange={(key) => onChange({ ...value, key: key ?? '' })}
        />
      )}
      {known ? <MultiSelect data={known} searchable {...values} /> : <TagsInput {...values} />}
    </Stack>
  )
}
