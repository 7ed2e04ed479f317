import { limitWait } from '#lib/time-budget.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace, BackupSource } from './backup-place.ts'

/**
 * The longest wait for a folder or a bucket to take or return one piece. All attempts of a bucket for one part end before, with an error
 * that says more.
 */
const STALL_MS = 10 * 60_000

/** The longest wait for the removal of an unfinished file, and for a file to be closed. */
const END_MS = 30_000

/**
 * A disk or a bucket that does not answer. An operation of the file system may still be in progress, and it cannot be
 * cancelled, so the process must be killed to end.
 */
export class StalledError extends BackupError {
  override readonly name = 'StalledError'
}

/** Waits for `work`, which reads or writes `what`. @throws {StalledError} it takes longer than `maxMs`, by default ten minutes */
export async function limitStall<T>(what: string, work: Promise<T>, maxMs = STALL_MS): Promise<T> {
  const late = Promise.withResolvers<never>()
  return limitWait(Promise.race([work, late.promise]), maxMs, () =>
    late.reject(
      new StalledError(
        `${what} cannot be used: it has not answered for ${Math.round(maxMs / 60_000)} minutes. Check the disk and the network.`,
      ),
    ),
  )
}

/** Returns the parts of `source`, which is read from `what`. @throws {StalledError} the next one is not there after ten minutes */
export async function* limitStalls<T>(
  what: string,
  source: AsyncIterable<T>,
  maxMs = STALL_MS,
): AsyncGenerator<T, void> {
  const parts = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await limitStall(what, parts.next(), maxMs)
      if (next.done) return
      yield next.value
    }
  } finally {
    // Without waiting for it: it waits for a part that may never come.
    void parts.return?.().catch(() => undefined)
  }
}

/**
 * Limits how long a backup waits for a place that does nothing: a disk that hangs, a bucket that takes no bytes. Each piece has the
 * whole time, so a place may be slow. The functions of the returned place also throw StalledError. `stallMs` is for tests.
 */
export function limitPlace(place: BackupPlace, stallMs = STALL_MS): BackupPlace {
  const limit = <T>(name: string, work: Promise<T>, maxMs = stallMs) =>
    limitStall(place.describe(name), work, maxMs)
  const endMs = Math.min(END_MS, stallMs)
  return {
    describe: place.describe,
    list: () => limit('', place.list()),
    async create(name) {
      const sink = await limit(name, place.create(name))
      return {
        append: (bytes) => limit(name, sink.append(bytes)),
        finish: () => limit(name, sink.finish()),
        discard: () => limit(name, sink.discard(), endMs).catch(() => undefined),
      }
    },
    async open(name): Promise<BackupSource> {
      const source = await limit(name, place.open(name))
      return {
        size: source.size,
        read: (at, length) => limit(name, source.read(at, length)),
        close: () => limit(name, source.close(), endMs),
      }
    },
    remove: (name) => limit(name, place.remove(name)),
    removeUnfinished: () => limit('', place.removeUnfinished()),
  }
}
