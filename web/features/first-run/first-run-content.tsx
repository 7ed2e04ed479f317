import { Anchor, Button, Code, Group, SegmentedControl, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { requestReplyIn } from '../inbox/compose.ts'
import classes from './first-run.module.css'
import { STEPS } from './progress.ts'
import type { Progress, Step } from './progress.ts'
import { SimulatorFrame } from './simulator-frame.tsx'
import { StepList } from './step-list.tsx'
import type { useWebhookSteps } from './use-webhook-steps.ts'

/** Returns the first step that is not done, or null once all are. */
export function nextStep({ done }: Progress): Step | null {
  return STEPS.find((step) => !done[step]) ?? null
}

/** Shows the steps, and below them the simulated phone or the webhook receiver, whichever the current step uses. */
export function FirstRunContent(props: {
  progress: Progress
  webhook: ReturnType<typeof useWebhookSteps>
  simulatorUrl: string
  receiverUrl: string
  onDone: () => void
  onOpenChat: () => void
}) {
  const { progress, webhook, simulatorUrl, receiverUrl, onDone, onOpenChat } = props
  const t = useTranslations('firstRun')
  const navigate = useNavigate()
  const open = (chatId: string) => {
    onOpenChat()
    requestReplyIn(chatId)
    void navigate({ to: '/inbox/$chatId', params: { chatId } })
  }
  const current = nextStep(progress)
  // The phone stays visible after the answer step so that the user sees their answer arrive there; the receiver is
  // shown once it is registered.
  const fitting = current === null || current === 'arrive' ? 'receiver' : 'phone'
  const [chosen, setChosen] = useState<{ at: Step | null; view: string } | null>(null)
  const view = chosen?.at === current ? chosen.view : fitting
  return (
    <>
      <StepList done={progress.done} current={current}>
        {(step) => (
          <>
            <DimmedText>{t(`steps.${step}.text`)}</DimmedText>
            {step === 'answer' && progress.chatId && (
              <Button size="xs" mt="xs" onClick={() => open(progress.chatId!)}>
                {t('openChat')}
              </Button>
            )}
            {step === 'register' && (
              <>
                <Code className={classes.url}>{receiverUrl}</Code>
                <Button
                  size="xs"
                  mt="xs"
                  loading={webhook.isRegistering}
                  disabled={!webhook.isKnown}
                  onClick={webhook.register}
                >
                  {t('register')}
                </Button>
              </>
            )}
            {step === 'arrive' && <Arrival webhook={webhook} />}
          </>
        )}
      </StepList>
      {current === null && (
        <div className={classes.end}>
          <Text size="sm">{t('end')}</Text>
          <Group gap="md" mt="xs">
            <Button size="xs" onClick={onDone}>
              {t('finish')}
            </Button>
            <Anchor component={Link} {...{ to: '/developer/deliveries' }} size="sm">
              {t('seeDeliveries')}
            </Anchor>
          </Group>
        </div>
      )}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('views')}
        value={view}
        onChange={(value) => setChosen({ at: current, view: value })}
        data={[
          { value: 'phone', label: t('phone') },
          { value: 'receiver', label: t('receiver') },
        ]}
      />
      <div className={classes.frames}>
        <SimulatorFrame
          origin={simulatorUrl}
          path="/"
          title={t('phoneTitle')}
          isShown={view === 'phone'}
        />
        <SimulatorFrame
          origin={simulatorUrl}
          path="/receiver"
          title={t('receiverTitle')}
          isShown={view === 'receiver'}
          secret={webhook.secret}
          onSecretKept={webhook.forgetSecret}
          onArrival={webhook.lookAgain}
        />
      </div>
    </>
  )
}

/** Shows what the last step is waiting for, and advice if the receiver could not check the signature. */
function Arrival({ webhook }: { webhook: ReturnType<typeof useWebhookSteps> }) {
  const t = useTranslations('firstRun')
  const isUnchecked = webhook.verdict !== null && webhook.verdict !== 'valid'
  return (
    <>
      {isUnchecked && (
        <Text size="sm" mt="xs" role="status">
          {webhook.verdict === 'not_checked' ? t('notChecked') : t('refused')}
        </Text>
      )}
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" loading={webhook.isSending} onClick={webhook.sendTest}>
          {t('sendTest')}
        </Button>
        {isUnchecked && (
          <Button size="xs" loading={webhook.isRegistering} onClick={webhook.register}>
            {t('newSecret')}
          </Button>
        )}
      </Group>
    </>
  )
}
