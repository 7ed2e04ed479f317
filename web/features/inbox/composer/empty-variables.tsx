import { Button } from '@mantine/core'
import { IconVariable } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import classes from './composer.module.css'
import type { Composing } from './use-composer.ts'

/** Says which variables of the reply have no value, so that it is not sent, and selects the first one. */
export function EmptyVariables({ composing }: { composing: Composing }) {
  const { emptyVariables, text, field } = composing
  const t = useTranslations('composer')
  const format = useFormatter()
  const [first] = emptyVariables
  if (first === undefined) return null
  const names = format.list(emptyVariables, { type: 'conjunction' })
  const start = text.indexOf(first)
  return (
    <div className={classes.question} role="alert" data-asks>
      <IconVariable size={18} aria-hidden />
      <span>
        <CustomerText>{t('emptyVariables', { names })}</CustomerText>
      </span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => field.replace(text, start, start + first.length)}
      >
        {t('replaceVariable')}
      </Button>
    </div>
  )
}
