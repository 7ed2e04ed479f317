const MIB = 1024 * 1024

/**
 * The bytes that a server holds at most for networks of one kind, and the part of those still free that one network may hold.
 * So some are always free for small bodies, however many networks send large ones.
 */
const POOLS = {
  unproven: { bytesMax: 32 * MIB, share: 1 / 4 },
  proven: { bytesMax: 32 * MIB, share: 1 / 2 },
}

/** How long a network counts as proven after a right signature, and how many are remembered. */
const PROVEN_MS = 3_600_000
const PROVEN_MAX = 10_000

/** Bytes that are held for a network. */
export type HeldBytes = { kind: keyof typeof POOLS; network: string; bytes: number }

/** A limit of the bytes of bodies whose sender is not verified yet. */
export type BodyBudget = {
  /** Holds bytes for a network; returns what is full instead, the share of the network or that of the server. */
  take: (network: string, bytes: number) => HeldBytes | 'network' | 'server'
  release: (held: HeldBytes) => void
  /** Records that a signature from this network was right. */
  prove: (network: string) => void
}

/**
 * Creates the budget of one server. Bytes are counted before they are read, so that senders cannot fill the memory. Networks
 * whose signatures were right lately have bytes of their own, so that a flood from others does not stop the platforms. `now`
 * returns milliseconds of a monotonic clock.
 */
export function createBodyBudget(now: () => number = () => performance.now()): BodyBudget {
  const pools = { unproven: createPool(POOLS.unproven), proven: createPool(POOLS.proven) }
  const provenAt = new Map<string, number>()
  return {
    take(network, bytes) {
      const at = provenAt.get(network)
      const kind = at !== undefined && now() - at < PROVEN_MS ? 'proven' : 'unproven'
      return pools[kind].take(network, bytes) ?? { kind, network, bytes }
    },
    release: ({ kind, network, bytes }) => pools[kind].release(network, bytes),
    prove(network) {
      if (!provenAt.has(network) && provenAt.size >= PROVEN_MAX)
        provenAt.delete(provenAt.keys().next().value!)
      provenAt.set(network, now())
    },
  }
}

function createPool({ bytesMax, share }: { bytesMax: number; share: number }) {
  const heldBy = new Map<string, number>()
  let held = 0
  return {
    take(network: string, bytes: number): 'network' | 'server' | undefined {
      const own = heldBy.get(network) ?? 0
      const bound = (bytesMax - held) * share
      if (own + bytes > bound) return own > 0 ? 'network' : 'server'
      held += bytes
      heldBy.set(network, own + bytes)
      return undefined
    },
    release(network: string, bytes: number): void {
      held -= bytes
      const own = (heldBy.get(network) ?? 0) - bytes
      if (own > 0) heldBy.set(network, own)
      else heldBy.delete(network)
    },
  }
}
