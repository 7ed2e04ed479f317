import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { buildConnector } from 'undici'
import { toError } from '#lib/errors.ts'
import { FetchFailure } from './fetch-failure.ts'

/** Most interim responses before a response, and the most bytes of all of them. */
const INTERIM_MAX = { count: 100, bytes: 64 * 1024 }

/** The beginning of an interim response, and an example that completes a part of one. */
const INTERIM = /^HTTP\/1\.[01] 1\d\d[ \r]/
const EXAMPLE = 'HTTP/1.1 100 '
const STATUS = { from: 9, until: 12 }
const HEAD_END = '\r\n\r\n'
const EMPTY = Buffer.alloc(0)

/** Removes the interim responses from the bytes of a connection. */
type InterimFilter = {
  /** Call it when a request is sent: interim responses may follow, until a response begins. */
  begin: () => void
  /**
   * Returns the bytes of `chunk` that do not belong to an interim response; they may come later.
   *
   * @throws {FetchFailure} invalid_response for a 101, because no request asks for another protocol, and for too many
   */
  pass: (chunk: Buffer) => Buffer
}

/** Creates the filter of one connection, in whatever pieces its bytes arrive. Until `begin`, it passes everything. */
function createInterimFilter(): InterimFilter {
  let state: 'start' | 'interim' | 'response' = 'response'
  let held: Buffer = EMPTY
  let count = 0
  let bytes = 0

  /** Drops bytes of the interim response; returns those after it, or undefined if it continues. */
  function skip(from: Buffer): Buffer | undefined {
    const end = from.indexOf(HEAD_END)
    // Its end may be divided between two pieces.
    const kept = end < 0 ? HEAD_END.length - 1 : from.length - end - HEAD_END.length
    bytes += Math.max(0, from.length - kept)
    if (bytes > INTERIM_MAX.bytes) throw new FetchFailure('invalid_response')
    const rest = kept > 0 ? from.subarray(-kept) : EMPTY
    if (end >= 0) return rest
    held = rest
    return undefined
  }

  return {
    begin() {
      state = 'start'
      held = EMPTY
      count = bytes = 0
    },
    pass(chunk) {
      if (state === 'response') return chunk
      let rest = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
      held = EMPTY
      while (rest.length > 0) {
        if (state === 'start') {
          const head = rest.toString('latin1', 0, EXAMPLE.length)
          if (!INTERIM.test(head + EXAMPLE.slice(head.length))) {
            state = 'response'
            return rest
          }
          if (head.length < EXAMPLE.length) {
            held = rest
            break
          }
          const isRefused = head.slice(STATUS.from, STATUS.until) === '101'
          if (isRefused || ++count > INTERIM_MAX.count) throw new FetchFailure('invalid_response')
          state = 'interim'
        }
        const after = skip(rest)
        if (!after) break
        state = 'start'
        rest = after
      }
      return EMPTY
    },
  }
}

/** The filters of the sockets on which the HTTP client sends requests. */
const filters = new WeakMap<object, InterimFilter>()
let isSubscribed = false

/**
 * Hides interim responses (100 Continue, 103 Early Hints) on a socket from the HTTP client, which otherwise takes an unasked 100 for
 * a broken response although the real one follows. Source: RFC 9110, section 15.2: a client must accept them.
 */
export function skipInterim(socket: Socket): void {
  if (!isSubscribed) {
    isSubscribed = true
    subscribe('undici:client:sendHeaders', (message) => {
      filters.get((message as { socket: object }).socket)?.begin()
    })
  }
  const filter = createInterimFilter()
  filters.set(socket, filter)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    for (;;) {
      const chunk: Buffer | null = read(size)
      if (chunk === null) return null
      try {
        const passed = filter.pass(chunk)
        if (passed.length > 0) return passed
      } catch (err) {
        socket.destroy(toError(err))
        return null
      }
    }
  }
}

/** Creates the connector of an agent of the HTTP client that hides interim responses. It has the client's options. */
export function skippingConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options)
  return (target, callback) =>
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      skipInterim(socket!)
      callback(null, socket!)
    })
}
