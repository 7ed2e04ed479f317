import {
  ActionIcon,
  Button,
  CloseButton,
  Drawer,
  Group,
  Progress as Bar,
  Title,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronsRight } from '@tabler/icons-react'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAppConfig, useIsAdmin, useSession } from '../../lib/session.ts'
import { useCommands } from '../../lib/commands.ts'
import { useFirstRunKey } from './first-run-place.tsx'
import { FirstRunContent, nextStep } from './first-run-content.tsx'
import classes from './first-run.module.css'
import { STEPS, useProgress } from './progress.ts'
import { useConversationSteps } from './use-conversation-steps.ts'
import { useWebhookSteps } from './use-webhook-steps.ts'

/**
 * Shows the first steps of a demo beside the inbox: a customer writes, an admin answers, and a webhook arrives. On
 * narrow screens a bar at the bottom opens them.
 */
export function FirstRun() {
  // It leaves with the page beside it, not while the next one is loading.
  const path = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname,
  })
  const config = useAppConfig()
  const { workspace } = useSession()
  const isAdmin = useIsAdmin()
  if (!config?.demo || workspace.slug !== 'demo' || !isAdmin) return null
  const { simulator_url: simulatorUrl, receiver_url: receiverUrl } = config.demo
  return <Steps {...{ simulatorUrl, receiverUrl }} isHere={/^\/inbox(\/|$)/.test(path)} />
}

type Place = { simulatorUrl: string; receiverUrl: string; isHere: boolean }

function Steps({ isHere, ...place }: Place) {
  const t = useTranslations('firstRun')
  const key = useFirstRunKey()
  const [progress, change] = useProgress(key)
  const navigate = useNavigate()
  useCommands([
    {
      id: 'first-run',
      label: t('show'),
      run: () => {
        change((before) => ({ ...before, isDismissed: false, isFolded: false }))
        void navigate({ to: '/inbox' })
      },
    },
  ])
  if (progress.isDismissed) return null
  return <Panel key={key} {...place} {...{ isHere, progress, change }} />
}

function Panel(
  props: Place & {
    progress: ReturnType<typeof useProgress>[0]
    change: ReturnType<typeof useProgress>[1]
  },
) {
  const { isHere, simulatorUrl, receiverUrl, progress: kept, change } = props
  const t = useTranslations('firstRun')
  useConversationSteps(kept, change)
  const webhook = useWebhookSteps(receiverUrl, kept, change)
  // If the endpoint is deleted before a webhook arrived, its step is open again.
  const isUndone = webhook.isKnown && !webhook.isRegistered && !kept.done.arrive
  const progress = isUndone ? { ...kept, done: { ...kept.done, register: undefined } } : kept
  const isWide = useMediaQuery('(min-width: 85em)', false, { getInitialValueInEffect: false })
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  // The focus then goes to the conversation, not back to the button.
  const [isLeaving, setLeaving] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const id = useId()
  const count = STEPS.filter((step) => progress.done[step]).length
  const current = nextStep(progress)
  const dismiss = () => change((before) => ({ ...before, isDismissed: true }))
  const fold = (isFolded: boolean) => change((before) => ({ ...before, isFolded }))
  // Steps are completed on any page but shown only beside the inbox.
  if (!isHere) return null
  const content = (
    <FirstRunContent
      {...{ progress, webhook, simulatorUrl, receiverUrl }}
      onDone={dismiss}
      onOpenChat={() => {
        setLeaving(true)
        setOpen(false)
      }}
    />
  )
  const told = (
    <p className="visually-hidden" role="status">
      {t('told', { count, next: current ? t(`steps.${current}.title`) : t('allDone') })}
    </p>
  )
  if (isWide && !progress.isFolded)
    return (
      <aside className={classes.panel} data-beside aria-labelledby={id}>
        {told}
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Title order={2} size="h3" id={id}>
            {t('title')}
          </Title>
          <Group gap={4} wrap="nowrap">
            <ActionIcon aria-label={t('fold')} onClick={() => fold(true)}>
              <IconChevronsRight size={18} aria-hidden />
            </ActionIcon>
            <CloseButton aria-label={t('dismiss')} onClick={dismiss} />
          </Group>
        </Group>
        {content}
      </aside>
    )
  return (
    <aside className={classes.bar} aria-label={t('title')}>
      {told}
      <Button
        variant="subtle"
        size="xs"
        onClick={() => {
          setLeaving(false)
          if (isWide) fold(false)
          else setOpen(true)
        }}
      >
        {t('title')}
      </Button>
      <Bar
        value={(count / STEPS.length) * 100}
        size="sm"
        className={classes.progress}
        aria-hidden
      />
      <span className={classes.count}>
        <span aria-hidden>
          {count}/{STEPS.length}
        </span>
        <span className="visually-hidden">{t('progress', { count, of: STEPS.length })}</span>
      </span>
      <CloseButton aria-label={t('dismiss')} onClick={dismiss} />
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="right"
        size="md"
        title={t('title')}
        closeButtonProps={{ 'aria-label': t('close') }}
        classNames={{ body: classes.drawer, content: classes.drawerContent }}
        keepMounted={wasOpen}
        returnFocus={!isLeaving}
      >
        {content}
      </Drawer>
    </aside>
  )
}
