import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormError } from '../../components/form-error.tsx'
import { notifyDone } from '../../components/notify.ts'
import { PageSection } from '../../components/page-section.tsx'
import { api } from '../../lib/api.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import type { CustomField } from '../../lib/custom-fields.ts'
import { refreshForms } from './form-resource.ts'
import type { FormResource } from './form-resource.ts'

/** Shows which field of the form fills each custom field of contacts; nothing in a workspace without custom fields. */
export function FormCustomFields({ form }: { form: FormResource }) {
  const { fields } = useCustomFields()
  if (fields.length === 0) return null
  return <Shown key={JSON.stringify([form.mapping, fields])} form={form} fields={fields} />
}

function Shown({ form, fields }: { form: FormResource; fields: CustomField[] }) {
  const t = useTranslations('forms')
  const values = useForm({
    initialValues: { labels: fields.map(({ key }) => form.mapping?.fields?.[key] ?? '') },
  })
  const save = useMutation({
    mutationFn: ({ labels }: typeof values.values) => {
      const filled = fields.flatMap(({ key }, index) => {
        const label = labels[index]!.trim()
        return label === '' ? [] : [[key, label]]
      })
      const { fields: _, ...details } = form.mapping ?? {}
      const mapping = {
        ...details,
        ...(filled.length > 0 && { fields: Object.fromEntries(filled) }),
      }
      const isEmpty = Object.keys(mapping).length === 0
      return api.patch(`/api/developer/forms/${form.id}`, { mapping: isEmpty ? null : mapping })
    },
    onSuccess: () => notifyDone(t('customFieldsSaved')),
    onSettled: refreshForms,
  })
  return (
    <PageSection title={t('customFields')}>
      <DimmedText maw="44rem">{t('customFieldsText')}</DimmedText>
      <form onSubmit={values.onSubmit((given) => save.mutate(given))}>
        <Stack gap="sm" maw="34rem">
          <FormError error={save.error} />
          {fields.map((field, index) => (
            <TextInput
              key={field.id}
              label={<CustomerText>{field.label}</CustomerText>}
              placeholder={t('customFieldPlaceholder')}
              maxLength={256}
              dir="auto"
              autoComplete="off"
              {...values.getInputProps(`labels.${index}`)}
            />
          ))}
          <Button type="submit" w="fit-content" variant="default" loading={save.isPending}>
            {t('customFieldsSave')}
          </Button>
        </Stack>
      </form>
    </PageSection>
  )
}
