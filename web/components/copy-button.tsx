import { Button, CopyButton as Copy } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Shows a button that copies `value` and confirms it. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const t = useTranslations('states')
  return (
    <Copy value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={copy}
          leftSection={
            copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
          }
        >
          <span aria-live="polite">{copied ? t('copied') : (label ?? t('copy'))}</span>
        </Button>
      )}
    </Copy>
  )
}
