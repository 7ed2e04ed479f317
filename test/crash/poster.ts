import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/** The answer to a post; `replayed`: it repeats that of an earlier one with the same key. */
type PostAnswer = { status: number; text: string; body: any; replayed: boolean }

type Post = (
  call: Call,
  path: string,
  body: unknown,
  headers: Record<string, string>,
) => Promise<PostAnswer | undefined>

/** Posts and notes each answer in a ledger. */
type Poster = {
  /** Posts once; undefined without an answer. */
  post: Post
  /** Posts until it is accepted with `status`, as a sender does that must not lose it. A refusal is a problem. */
  postUntil: (
    status: number,
    entry: Entry,
    ...args: Parameters<Post>
  ) => Promise<PostAnswer | undefined>
  /** Sets how long `postUntil` still tries. */
  giveUpIn: (ms: number) => void
}

/** Creates a poster, which retries until `giveUpIn` limits it. */
export function createPoster(ledger: Ledger, random: Random): Poster {
  let giveUpAt = Infinity

  async function post(
    call: Call,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<PostAnswer | undefined> {
    const at = Date.now()
    const request = { at }
    ledger.waiting.add(request)
    const startedAt = performance.now()
    const note = (status?: number, text = 'no answer') => {
      const isFailed = status === undefined || status >= 500
      ledger.waiting.delete(request)
      const problem = isFailed ? { problem: `POST ${path}: ${text}` } : {}
      ledger.answers.push({ at, ms: performance.now() - startedAt, status, ...problem })
    }
    try {
      const {
        status,
        text,
        body: parsed,
        headers: got,
      } = await call(`POST ${path}`, { body, headers })
      note(status, text)
      if (status >= 500) ledger.count(`${status} answers`)
      if (status === 500) ledger.problems.push(`POST ${path} answered 500: ${text}`)
      return { status, text, body: parsed, replayed: got['idempotent-replayed'] === 'true' }
    } catch (err) {
      note()
      const { name, cause } = err as { name: string; cause?: { code?: string } }
      ledger.count(name === 'TimeoutError' ? 'requests without answer' : 'broken connections')
      if (name !== 'TimeoutError' && cause === undefined) throw err
      return undefined
    }
  }

  async function postUntil(
    status: number,
    entry: Entry,
    ...args: Parameters<Post>
  ): Promise<PostAnswer | undefined> {
    for (;;) {
      entry.posts++
      const answer = await post(...args)
      if (answer?.status === status) {
        entry.state = 'promised'
        entry.promisedAt ??= Date.now()
        return answer
      }
      const isRefused = answer && answer.status < 500 && ![409, 429].includes(answer.status)
      if (isRefused || performance.now() > giveUpAt) {
        ledger.problems.push(
          `POST ${args[1]} is not accepted: ${answer?.status} ${answer?.text ?? 'no answer'}`,
        )
        return undefined
      }
      await delay(random.between(100, 400))
    }
  }

  return {
    post,
    postUntil,
    giveUpIn: (ms) => void (giveUpAt = performance.now() + ms),
  }
}
