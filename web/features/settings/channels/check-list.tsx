import { Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import classes from './check-list.module.css'
import type { Checks } from './channels-query.ts'

type Check = Checks['checks'][number]

/** Shows the steps to a working channel, each with its state and advice; `children` adds content to a step. */
export function CheckList({
  checks,
  children,
}: {
  checks: Check[]
  children?: (check: Check) => ReactNode
}) {
  const t = useTranslations('settings.channels')
  return (
    <ol className={classes.steps} aria-label={t('steps')}>
      {checks.map((check, index) => (
        <li key={check.step} className={classes.step} data-status={check.status}>
          <span className={classes.mark} aria-hidden>
            {check.status === 'passed' ? (
              <IconCheck size={16} />
            ) : check.status === 'failed' ? (
              <IconX size={16} />
            ) : (
              index + 1
            )}
          </span>
          <div className={classes.body}>
            <Text fw={600} size="sm">
              {t(`step.${check.step}`)}{' '}
              <Text span size="sm" fw={400} c="dimmed">
                {t(`status.${check.status}`)}
              </Text>
            </Text>
            <Advice check={check} />
            {children?.(check)}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Advice({ check }: { check: Check }) {
  const t = useTranslations('settings.channels')
  if (check.status === 'passed') return null
  const { code, message, advice, step } = check
  const help =
    code === 'token_first' || code === 'business_account_unknown'
      ? t(`help.${code}`)
      : (advice ?? t(`help.${step}`))
  return (
    <>
      {message && (
        <Text size="sm" c="var(--mantine-color-error)">
          {message}
          {/^\d+$/.test(code ?? '') && ` (${code})`}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {help}
      </Text>
    </>
  )
}
