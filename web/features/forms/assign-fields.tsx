import { Button, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FORM_DETAILS } from '#shared/forms.ts'
import type { FormDetail, FormMapping } from '#shared/forms.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormError } from '../../components/form-error.tsx'
import { notifyDone } from '../../components/notify.ts'
import { api } from '../../lib/api.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import type { AttentionDetail } from './attention-resource.ts'
import { refreshForms } from './form-resource.ts'

type Form = NonNullable<AttentionDetail['form']>
/** A detail, a custom field as `fields.<key>`, or nothing. */
type Choice = FormDetail | `fields.${string}` | ''

/**
 * Shows the answers of a submission with what each is used as. Saving assigns the fields for the whole form, and
 * processes its waiting submissions again.
 */
export function AssignFields({ form, isPending }: { form: Form; isPending: boolean }) {
  const t = useTranslations('forms')
  // Repeated fields have one label, and are assigned together.
  const fields = [...new Map(form.fields.map((field) => [field.label, field])).values()]
  const [choices, setChoices] = useState<Record<string, Choice>>(() =>
    Object.fromEntries(
      fields.map(({ label, detail, custom_field: key, problem }) => {
        // A value that does not fit its custom field is one of this visitor: the field stays assigned.
        if (key !== null) return [label, `fields.${key}` as const]
        return [label, problem ? '' : (detail ?? '')]
      }),
    ),
  )
  const { fields: custom } = useCustomFields()
  const chosen = Object.values(choices).filter((choice) => choice !== '')
  const isTwice = new Set(chosen).size < chosen.length
  const save = useMutation({
    mutationFn: async () => {
      await api.patch(`/api/developer/forms/${form.id}`, {
        mapping: toMapping(choices, form.mapping),
      })
      await api.post('/api/developer/inbound/reprocess', {
        status: 'processed,failed',
        attention: 'open',
        form_id: form.id,
      })
    },
    onSuccess: () => notifyDone(t('assigned')),
    onSettled: refreshForms,
  })
  return (
    <PageSection title={t('answers')} gap="sm">
      <DimmedText maw="44rem">{t('answersText')}</DimmedText>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Stack gap="md" maw="34rem">
          <FormError error={save.error} />
          {fields.map((field) => (
            <NativeSelect
              key={field.label}
              label={<CustomerText>{field.label}</CustomerText>}
              aria-label={t('useAs', { label: field.label })}
              description={<CustomerText>{field.value}</CustomerText>}
              error={field.problem && t(PROBLEMS[field.problem])}
              value={choices[field.label] ?? ''}
              onChange={(event) => {
                const value = event.currentTarget.value as Choice
                setChoices((before) => ({ ...before, [field.label]: value }))
              }}
              data={[
                { value: '', label: t('unused') },
                ...FORM_DETAILS.map((value) => ({ value, label: t(`details.${value}`) })),
                ...custom.map(({ key, label }) => ({ value: `fields.${key}`, label })),
              ]}
            />
          ))}
          {isTwice && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {t('assignTwice')}
            </Text>
          )}
          <Button
            type="submit"
            w="fit-content"
            loading={save.isPending}
            disabled={isTwice || chosen.length === 0 || isPending}
          >
            {t('assign')}
          </Button>
        </Stack>
      </form>
    </PageSection>
  )
}

const PROBLEMS = {
  invalid_phone: 'invalidPhone',
  invalid_email: 'invalidEmail',
  invalid_value: 'invalidValue',
} as const

/** Returns the mapping of the choices. Custom fields of answers that this submission does not have stay assigned. */
function toMapping(choices: Record<string, Choice>, before: FormMapping | null): FormMapping {
  const chosen = Object.entries(choices).filter(([, choice]) => choice !== '')
  const isField = ([, choice]: [string, Choice]) => choice.startsWith('fields.')
  const kept = Object.entries(before?.fields ?? {}).filter(([, label]) => !(label in choices))
  const fields = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(
      chosen.filter(isField).map(([label, choice]) => [choice.slice('fields.'.length), label]),
    ),
  }
  return {
    ...Object.fromEntries(
      chosen.filter((each) => !isField(each)).map(([label, choice]) => [choice, label]),
    ),
    ...(Object.keys(fields).length > 0 && { fields }),
  }
}
