import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { FORM_DETAILS } from '#shared/forms.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { Facts } from '../../components/facts.tsx'
import { useAction } from '../../components/use-action.ts'
import { api } from '../../lib/api.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { refreshForms } from './form-resource.ts'
import type { FormResource } from './form-resource.ts'

/** Shows the fields that an admin assigned; nothing when the form detects all of them. */
export function FormMappingSection({ form }: { form: FormResource }) {
  const t = useTranslations('forms')
  const reset = useAction({
    run: () => api.patch(`/api/developer/forms/${form.id}`, { mapping: null }),
    done: t('mappingWas'),
    failed: t('mappingFailed'),
    onSettled: refreshForms,
  })
  const { fields } = useCustomFields()
  const { mapping } = form
  if (!mapping) return null
  return (
    <PageSection title={t('mappingTitle')}>
      <DimmedText>{t('mappingText')}</DimmedText>
      <Facts
        facts={[
          ...FORM_DETAILS.map((detail) => {
            const label = mapping[detail]
            return label === undefined
              ? undefined
              : { label: t(`details.${detail}`), value: <CustomerText>{label}</CustomerText> }
          }),
          ...Object.entries(mapping.fields ?? {}).map(([key, label]) => ({
            label: fields.find((each) => each.key === key)?.label ?? key,
            value: <CustomerText>{label}</CustomerText>,
          })),
        ]}
      />
      <Button
        variant="default"
        w="fit-content"
        loading={reset.isPending}
        onClick={() => reset.mutate()}
      >
        {t('mappingReset')}
      </Button>
    </PageSection>
  )
}
