import { listenChannel } from '#lanes/listen-channel.ts'

/** The signal that others may have been missed. */
export const MISSED = '*'

/** The channel of the databases at `urls`, and the name of the connections that listen to it. */
type SignalSource = { urls: string[]; channel: string; name: string }

/** Calls `onSignal` with the signals of a workspace until the returned function is called. */
type WatchSignals = (workspaceId: string, onSignal: (signal: string) => void) => () => void

/**
 * Creates a watch over the signals of all watched workspaces; it listens while there are any.
 */
export function createSignalWatch({ urls, channel, name }: SignalSource): {
  watch: WatchSignals
  stop: () => Promise<void>
} {
  const watchers = new Map<string, Set<(signal: string) => void>>()
  let listeners: ReturnType<typeof listenChannel>[] = []

  function take(payload: string | undefined): void {
    // Signals may have been missed before the connection.
    if (payload === undefined) {
      for (const each of watchers.values()) for (const onSignal of each) onSignal(MISSED)
      return
    }
    const place = payload.indexOf(' ')
    for (const onSignal of watchers.get(payload.slice(0, place)) ?? [])
      onSignal(payload.slice(place + 1))
  }

  async function stop(): Promise<void> {
    const stopping = listeners.map((listener) => listener.stop())
    listeners = []
    await Promise.all(stopping)
  }

  return {
    stop,
    watch: (workspaceId, onSignal) => {
      const set = watchers.getOrInsertComputed(workspaceId, () => new Set())
      set.add(onSignal)
      if (listeners.length === 0)
        listeners = urls.map((url) =>
          listenChannel({
            url,
            channel,
            name,
            onNotify: take,
          }),
        )
      return () => {
        set.delete(onSignal)
        if (set.size === 0 && watchers.get(workspaceId) === set) watchers.delete(workspaceId)
        if (watchers.size === 0) void stop()
      }
    },
  }
}
