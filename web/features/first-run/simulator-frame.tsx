import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import classes from './first-run.module.css'

/** A message from the receiver's page in the frame. */
type FrameMessage = { type?: unknown; isDone?: unknown }

/**
 * Shows a page of the simulator in a frame. Posts `secret` to it once it is ready; the message names the simulator's
 * origin so that no other page can read it.
 */
export function SimulatorFrame(props: {
  origin: string
  path: '/' | '/receiver'
  title: string
  isShown: boolean
  secret?: string | null
  onSecretKept?: () => void
  onArrival?: () => void
}) {
  const { origin, path, title, isShown, secret = null, onSecretKept, onArrival } = props
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  // Loads when first shown and stays loaded, so that its state is kept.
  const [wasNeeded, setNeeded] = useState(isShown)
  if (isShown && !wasNeeded) setNeeded(true)
  const { colorScheme } = useMantineColorScheme()
  const latest = useRef({ onSecretKept, onArrival })
  useEffect(() => {
    latest.current = { onSecretKept, onArrival }
  })
  useEffect(() => {
    const listen = ({ data, origin: from, source }: MessageEvent<FrameMessage | null>) => {
      if (from !== origin || source !== frame.current?.contentWindow) return
      if (data?.type === 'receiver:ready') setReady(true)
      if (data?.type === 'receiver:secret' && data.isDone === true) latest.current.onSecretKept?.()
      if (data?.type === 'receiver:arrival') latest.current.onArrival?.()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [origin])
  useEffect(() => {
    if (isReady && secret !== null)
      frame.current?.contentWindow?.postMessage({ type: 'receiver:secret', secret }, origin)
  }, [isReady, secret, origin])
  if (!wasNeeded) return null
  return (
    <iframe
      ref={frame}
      className={classes.frame}
      src={`${origin}${path}`}
      title={title}
      hidden={!isShown}
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      style={{ colorScheme: colorScheme === 'auto' ? 'light dark' : colorScheme }}
    />
  )
}
