import { Button, Modal, Stack, Text } from '@mantine/core'
import { IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTimes } from '../../../lib/use-times.ts'
import type { DeliveryCommand } from '#webhooks/deliveries/schema.ts'
import { CodeBlock } from '../../../components/code-block.tsx'
import { api } from '../../../lib/api.ts'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import type { Wire } from '../../../lib/wire.ts'

/**
 * Shows a button that copies a curl command which repeats a delivery; if the clipboard is blocked, a dialog shows the
 * command.
 */
export function CurlButton({ deliveryId }: { deliveryId: string }) {
  const t = useTranslations('developer.deliveries')
  const { toClock } = useTimes()
  const [isBusy, setBusy] = useState(false)
  const [shown, setShown] = useState<Wire<DeliveryCommand> | null>(null)
  const until = (command: Wire<DeliveryCommand>) => toClock(command.valid_until)
  async function copy() {
    setBusy(true)
    try {
      const path = `/api/developer/webhooks/deliveries/${deliveryId}/curl`
      const command = await api.get<Wire<DeliveryCommand>>(path)
      try {
        await navigator.clipboard.writeText(command.command)
        notifyDone(t('curlCopied', { time: until(command) }))
      } catch {
        setShown(command)
      }
    } catch (err) {
      notifyError(t('curlFailed'), err)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTerminal2 size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void copy()}
      >
        {t('curl')}
      </Button>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={t('curlTitle')}
        size="xl"
      >
        {shown && (
          <Stack>
            <Text size="sm">{t('curlText', { time: until(shown) })}</Text>
            <CodeBlock label="curl" text={shown.command} wrap />
          </Stack>
        )}
      </Modal>
    </>
  )
}
