import { Button, Group } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** Shows the buttons at the end of a dialog's form: one cancels it, the other submits it. */
export function SubmitButtons(props: {
  label: string
  isPending: boolean
  isDisabled?: boolean
  onCancel: () => void
}) {
  const { label, isPending, isDisabled = false, onCancel } = props
  const t = useTranslations('states')
  return (
    <Group justify="end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('cancel')}
      </Button>
      <Button type="submit" loading={isPending} disabled={isDisabled}>
        {label}
      </Button>
    </Group>
  )
}
