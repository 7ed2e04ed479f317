import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import type { Action } from '#shared/rule-parts.ts'
import { RULES_MAX } from '#shared/rules.ts'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { useSubmit } from '../../../components/use-submit.ts'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { MACROS } from '../../../lib/rules.ts'
import type { Macro } from '../../../lib/rules.ts'
import { ActionsInput } from '../rules/actions-input.tsx'
import { useRuleOptions } from '../rules/use-rule-options.ts'

/** The dialog that creates a macro or changes it. Who has a macro of one member stays as it is. */
export function MacroDialog({ macro, onClose }: { macro: Macro | null; onClose: () => void }) {
  const t = useTranslations('settings.macros')
  const tSettings = useTranslations('settings')
  const options = useRuleOptions(false)
  const form = useForm({
    initialValues: {
      name: macro?.name ?? '',
      owner: macro?.team_id ?? 'all',
      actions: macro?.actions ?? ([{ type: 'reply', text: '' }] satisfies Action[] as Action[]),
    },
  })
  const isOwn = macro !== null && macro.member_id !== null
  const save = useSubmit(form, {
    send: ({ name, owner, actions }) => {
      const body = { name: name.trim(), actions }
      const team = { team_id: owner === 'all' || owner === 'own' ? null : owner }
      if (macro) return api.patch(`/api/v1/macros/${macro.id}`, { ...body, ...(!isOwn && team) })
      return api.post('/api/v1/macros', { ...body, ...(owner === 'own' ? { is_own: true } : team) })
    },
    done: tSettings('saved'),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: MACROS })
      onClose()
    },
  })
  const owners = [
    { value: 'all', label: t('all') },
    ...(macro ? [] : [{ value: 'own', label: t('own') }]),
    ...options.teams,
  ]
  return (
    <FormDialog
      title={macro ? t('editTitle', { name: macro.name }) : t('create')}
      size="lg"
      request={save}
      submitLabel={macro ? tSettings('save') : t('create')}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('name')}
          required
          maxLength={RULES_MAX.name}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {!isOwn && (
          <Select
            label={t('who')}
            data={owners}
            allowDeselect={false}
            {...form.getInputProps('owner')}
          />
        )}
      </SimpleGrid>
      <Text fw={600}>{t('actions')}</Text>
      <ActionsInput
        value={form.values.actions}
        options={options}
        onChange={(next) => form.setFieldValue('actions', next)}
      />
    </FormDialog>
  )
}
