import { Button, Code, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './secret-once.module.css'
import { CopyButton } from './copy-button.tsx'
import { FoldedSection } from './folded-section.tsx'
import { Notice } from './notice.tsx'

/**
 * The dialog that shows a secret once. Only its button closes it, and the caller then drops the secret. Callers keep
 * the secret in component state, never in a cache. `foldedAs`: the name under which a secret that few people need is folded, below `children`.
 */
export function SecretOnce(props: {
  secret: string | null
  title: string
  text: string
  label: string
  doneLabel: string
  onDone: () => void
  foldedAs?: string | undefined
  children?: ReactNode
}) {
  const { secret, title, text, label, doneLabel, onDone, foldedAs, children } = props
  const shown = (
    <>
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
    </>
  )
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
        {foldedAs === undefined && shown}
        {children}
        {foldedAs !== undefined && <FoldedSection title={foldedAs}>{shown}</FoldedSection>}
        <Group justify="end">
          <Button onClick={onDone}>{doneLabel}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
