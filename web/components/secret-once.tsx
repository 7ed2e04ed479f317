import { Button, Code, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './secret-once.module.css'
import { CopyButton } from './copy-button.tsx'
import { Notice } from './notice.tsx'

/**
 * The dialog that shows a secret once. Only its button closes it, and the caller then drops the secret. Callers keep
 * the secret in component state, never in a cache.
 */
export function SecretOnce(props: {
  secret: string | null
  title: string
  text: string
  label: string
  doneLabel: string
  onDone: () => void
  children?: ReactNode
}) {
  const { secret, title, text, label, doneLabel, onDone, children } = props
  return (
    <Modal
      opened={secret !== null}
      onClose={onDone}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      keepMounted={false}
    >
      <Stack>
        <Notice>{text}</Notice>
        <Group wrap="nowrap" gap="xs" align="center">
          <Code
            className={classes.secret}
            aria-label={label}
            role="textbox"
            aria-readonly
            tabIndex={0}
          >
            {secret}
          </Code>
          <CopyButton value={secret ?? ''} />
        </Group>
        {children}
        <Group justify="end">
          <Button onClick={onDone}>{doneLabel}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
