import {
  Alert,
  Checkbox,
  MultiSelect,
  NumberInput,
  Select,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { ACTOR_TYPES } from '#shared/actors.ts'
import type { Action, Conditions, Trigger } from '#shared/rule-parts.ts'
import { RULE_CHANGES, RULE_REPEATS, RULE_TIMERS, RULE_TRIGGERS, RULES_MAX } from '#shared/rules.ts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { RULES } from '../../../lib/rules.ts'
import type { Rule } from '../../../lib/rules.ts'
import { ActionsInput } from './actions-input.tsx'
import { ConditionsInput } from './conditions-input.tsx'
import { useRuleOptions } from './use-rule-options.ts'

const TIMERS: readonly string[] = RULE_TIMERS

/** The values of a form; texts are those of its selects. */
type Values = {
  name: string
  on: string
  by: string[]
  changed: string[]
  after: number | string
  business: boolean
  conditions: Conditions
  actions: Action[]
  repeat: string
  stops: boolean
}

/** The dialog that creates a rule or changes it. */
export function RuleDialog({ rule, onClose }: { rule: Rule | null; onClose: () => void }) {
  const t = useTranslations('settings.rules')
  const tParts = useTranslations('settings.ruleParts')
  const tSettings = useTranslations('settings')
  const options = useRuleOptions(true)
  const form = useForm<Values>({
    initialValues: {
      name: rule?.name ?? '',
      on: rule?.trigger.on ?? 'message_received',
      by: rule?.trigger.by ?? ['person'],
      changed: rule?.trigger.changed ?? [],
      after: rule?.trigger.after_minutes ?? '',
      business: rule?.trigger.in_business_hours ?? false,
      conditions: rule?.conditions ?? { match: 'all', conditions: [] },
      actions: rule?.actions ?? [{ type: 'add_tags', tag_ids: [] }],
      repeat: rule?.repeat ?? 'always',
      stops: rule?.stops ?? false,
    },
  })
  const save = useSubmit(form, {
    send: (values) => {
      const body = toBody(values)
      return rule ? api.patch(`/api/v1/rules/${rule.id}`, body) : api.post('/api/v1/rules', body)
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: RULES })
      onClose()
    },
  })
  const { values } = form
  const isTimer = TIMERS.includes(values.on)
  return (
    <FormDialog
      title={rule ? t('editTitle', { name: rule.name }) : t('create')}
      size="xl"
      request={save}
      submitLabel={rule ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      {rule?.off && <Alert color="red">{t(`offReasons.${rule.off.reason}`)}</Alert>}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('name')}
          required
          maxLength={RULES_MAX.name}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label={t('when')}
          data={RULE_TRIGGERS.map((value) => ({ value, label: tParts(`triggers.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('on')}
        />
        {!isTimer && (
          <MultiSelect
            label={t('by')}
            data={ACTOR_TYPES.map((value) => ({ value, label: tParts(`authors.${value}`) }))}
            {...form.getInputProps('by')}
          />
        )}
        {values.on === 'conversation_updated' && (
          <MultiSelect
            label={t('changed')}
            data={RULE_CHANGES.map((value) => ({ value, label: tParts(`changes.${value}`) }))}
            {...form.getInputProps('changed')}
          />
        )}
        <NumberInput
          label={t('after')}
          description={t('afterHint')}
          required={isTimer}
          min={1}
          max={RULES_MAX.minutes}
          allowDecimal={false}
          {...form.getInputProps('after')}
        />
      </SimpleGrid>
      {values.after !== '' && (
        <Checkbox
          label={t('businessHours')}
          {...form.getInputProps('business', { type: 'checkbox' })}
        />
      )}
      <Text fw={600}>{t('conditions')}</Text>
      <ConditionsInput
        value={values.conditions}
        options={options}
        onChange={(next) => form.setFieldValue('conditions', next)}
      />
      <Text fw={600}>{t('actions')}</Text>
      <ActionsInput
        value={values.actions}
        options={options}
        onChange={(next) => form.setFieldValue('actions', next)}
      />
      <Select
        label={t('repeat')}
        data={RULE_REPEATS.map((value) => ({ value, label: t(`repeats.${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('repeat')}
      />
      <Checkbox label={t('stops')} {...form.getInputProps('stops', { type: 'checkbox' })} />
    </FormDialog>
  )
}

/** Returns the body of the request that saves a rule. */
function toBody(values: Values) {
  const { name, on, by, changed, after, business, ...parts } = values
  const isTimer = TIMERS.includes(on)
  const trigger = {
    on,
    ...(!isTimer && by.length > 0 && { by }),
    ...(on === 'conversation_updated' && changed.length > 0 && { changed }),
    ...(after !== '' && { after_minutes: Number(after), in_business_hours: business }),
  } as Trigger
  return { ...parts, name: name.trim(), trigger }
}
