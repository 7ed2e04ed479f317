import { Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CHANNEL_NAMES } from '#shared/channel-types.ts'
import type { ChannelType } from '#shared/channel-types.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import classes from './check-list.module.css'
import type { Checks } from './channels-query.ts'

type Check = Checks['checks'][number]

/** Shows the steps to a working channel, each with its state and advice; `children` adds content to a step. */
export function CheckList({
  type,
  checks,
  children,
}: {
  type: ChannelType
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
              {t(`step.${check.step}`, { platform: CHANNEL_NAMES[type] })}{' '}
              <Text
                span
                size="sm"
                fw={400}
                c="dimmed"
                // The mark says it to those who see it.
                className={check.status === 'passed' ? 'visually-hidden' : ''}
              >
                {t(`status.${check.status}`)}
              </Text>
            </Text>
            <Advice type={type} check={check} />
            {children?.(check)}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Advice({ type, check }: { type: ChannelType; check: Check }) {
  const toHelp = useHelp(type)
  if (check.status === 'passed') return null
  const { code, message } = check
  const help = toHelp(check)
  return (
    <>
      {message && (
        <Text size="sm" c="var(--mantine-color-error)">
          {message}
          {/^\d+$/.test(code ?? '') && ` (${code})`}
        </Text>
      )}
      <DimmedText>{help}</DimmedText>
    </>
  )
}

/** Returns a function that returns the help on a failed step: the server's advice, or the text of the platform. */
function useHelp(type: ChannelType) {
  const t = useTranslations('settings.channels')
  return ({ code, advice, step }: Check): string => {
    if (code === 'token_first' || code === 'business_account_unknown') return t(`help.${code}`)
    if (advice !== null) return advice
    const own = `setup.${type}.help.${step}` as `help.${typeof step}`
    return t(t.has(own) ? own : `help.${step}`)
  }
}
