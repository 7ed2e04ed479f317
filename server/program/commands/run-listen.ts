import type { StreamedEvent, StreamState } from '#client/index.ts'
import { onStopSignals } from '../start/on-stop-signals.ts'
import { describeForwarded, forwardEvent, openTarget } from './forward-event.ts'
import type { Forwarded, ForwardOptions, ForwardTarget } from './forward-event.ts'
import { readSince } from './read-since.ts'
import { openRemote, reasonOf, RemoteError, toRemoteError } from './remote.ts'
import type { Remote, RemoteOptions } from './remote.ts'

/** The options of `listen`, as text. */
type ListenOptions = RemoteOptions &
  ForwardOptions & { events?: string; since?: string; printBody?: true; json?: true }

/**
 * Runs `listen`: prints the events of a workspace as they happen and forwards each, in order, to the user's
 * server, until it is stopped. With `json`, stdout has one line per event and everything else goes to stderr.
 */
export async function runListen(options: ListenOptions): Promise<void> {
  const remote = openRemote(options)
  const target = openTarget(options)
  const start = readSince(options.since, new Date())
  const say = (line: string) => (options.json ? process.stderr : process.stdout).write(`${line}\n`)
  const stopped = new AbortController()
  const { signal } = stopped
  onStopSignals({ stop: () => stopped.abort(), force: () => process.exit(1) })
  // Stop when the reader of our output closes it, such as `head`.
  process.stdout.on('error', () => stopped.abort())

  const seen = { events: 0, failed: 0, cursor: undefined as string | undefined }
  let again = false
  const onState = (state: StreamState) => {
    say(describeState(state, remote, again))
    if (state.state !== 'connected') return
    if (!again) for (const line of introduce(target)) say(line)
    again = true
  }
  const events = remote.parley.events.streamEvents(
    { ...start, types: options.events },
    { signal, onState },
  )
  for await (const event of describeErrors(remote, events)) {
    const forwarded = target && (await forwardOrStop(target, event, signal))
    // A forwarding that was interrupted counts as not forwarded: the cursor stays before it.
    if (signal.aborted) break
    const line = options.json
      ? toJsonLine(event, target, forwarded)
      : toLine(event, forwarded, options.printBody ?? false)
    process.stdout.write(`${line}\n`)
    seen.events++
    if (forwarded?.error) seen.failed++
    seen.cursor = event.cursor
  }
  say(summarize(seen, target !== undefined))
}

function introduce(target: ForwardTarget | undefined): string[] {
  if (!target)
    return [
      'Events are printed but not forwarded. To forward them, add --forward-to http://localhost:4000/hook',
    ]
  return [
    `Forwarding to ${target.url}`,
    ...(target.isNewSecret
      ? [`Signing secret, new for this run (set your own with --secret): ${target.secret}`]
      : []),
  ]
}

/** Yields the events; an error that ends them says why. @throws {RemoteError} */
async function* describeErrors(remote: Remote, events: AsyncIterable<StreamedEvent>) {
  try {
    yield* events
  } catch (err) {
    throw toRemoteError(remote, err)
  }
}

function describeState(state: StreamState, remote: Remote, again: boolean): string {
  if (state.state === 'connected')
    return again
      ? `Reconnected to ${remote.url}`
      : `Listening to ${remote.url}   (press Ctrl-C to stop)`
  const err = toRemoteError(remote, state.error)
  const reason =
    err instanceof RemoteError
      ? err.message.replace(/\.$/, '')
      : err === undefined
        ? 'the stream ended'
        : reasonOf(err)
  return `Not connected: ${reason}. Retrying in ${(state.pauseMs / 1000).toFixed(1)} s.`
}

async function forwardOrStop(
  target: ForwardTarget,
  event: StreamedEvent,
  signal: AbortSignal,
): Promise<Forwarded | undefined> {
  try {
    return await forwardEvent(target, { ...event.event, body: event.body }, signal)
  } catch (err) {
    if (signal.aborted) return undefined
    throw err
  }
}

function toLine(
  { event, body }: StreamedEvent,
  forwarded: Forwarded | undefined,
  isBodyShown: boolean,
): string {
  const time = new Date().toTimeString().slice(0, 8)
  const outcome = forwarded ? `  ${describeForwarded(forwarded)}` : ''
  const line = `${time}  ${event.type.padEnd(22)}  ${event.id}${outcome}`
  return isBodyShown ? `${line}\n${JSON.stringify(JSON.parse(body), null, 2)}` : line
}

function toJsonLine(
  event: StreamedEvent,
  target: ForwardTarget | undefined,
  forwarded: Forwarded | undefined,
): string {
  const forward = target &&
    forwarded && {
      url: target.url,
      status: forwarded.status,
      error: forwarded.error,
      duration_ms: forwarded.durationMs,
      attempts: forwarded.attempts,
    }
  const rest = JSON.stringify({ cursor: event.cursor, forward: forward ?? null })
  return `{"event":${event.body},${rest.slice(1)}`
}

function summarize(
  seen: { events: number; failed: number; cursor: string | undefined },
  isForwarding: boolean,
): string {
  const count = `${seen.events} ${seen.events === 1 ? 'event' : 'events'}`
  const outcome = isForwarding
    ? `: ${seen.events - seen.failed} accepted, ${seen.failed} failed`
    : ''
  const goOn = seen.cursor === undefined ? '' : ` Continue with --since ${seen.cursor}`
  return `Stopped after ${count}${outcome}.${goOn}`
}
