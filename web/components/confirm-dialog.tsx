import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'

/** The dialog that asks for confirmation; the caller closes it once `onConfirm` has finished. */
export function ConfirmDialog(props: {
  opened: boolean
  title: string
  text: string
  confirmLabel: string
  cancelLabel?: string
  isDangerous?: boolean
  isPending?: boolean
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}) {
  const t = useTranslations('states')
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title}>
      <Stack>
        <Text size="sm">{props.text}</Text>
        {props.children}
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={props.onClose} data-autofocus>
            {props.cancelLabel ?? t('cancel')}
          </Button>
          <Button
            color={props.isDangerous ? 'red.8' : undefined}
            loading={props.isPending ?? false}
            onClick={props.onConfirm}
          >
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
