/** The shape of a sound: the loudness of each part of it, from 0 to 1, and its length. */
export type Waveform = { peaks: readonly number[]; seconds: number }

const PARTS = 44
/** Larger files are not loaded only to draw their shape. */
const BYTES_MAX = 5_000_000
/** Enough to measure loudness; a lower rate takes less memory. */
const SAMPLE_RATE = 8000
const KNOWN_MAX = 200

const known = new Map<string, Promise<Waveform | null>>()
let reading: Promise<unknown> = Promise.resolve()

/**
 * Returns the shape of the sound at `url`, an address on this server, or null if the browser cannot decode it. Reads one file at a time,
 * and each one once. `size`: in bytes, if it is known.
 */
export function readWaveform(url: string, size: number | null): Promise<Waveform | null> {
  if (size !== null && size > BYTES_MAX) return Promise.resolve(null)
  // The rest of the address is a signature, which changes.
  const key = url.split('?', 1)[0]!
  const found = known.get(key)
  if (found) return found
  const begun = reading.then(() => decode(url)).catch(() => null)
  reading = begun
  known.set(key, begun)
  if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!)
  return begun
}

async function decode(url: string): Promise<Waveform | null> {
  const response = await fetch(url)
  if (!response.ok || Number(response.headers.get('content-length')) > BYTES_MAX) return null
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE)
  const sound = await context.decodeAudioData(await response.arrayBuffer())
  return { peaks: toPeaks(sound.getChannelData(0), PARTS), seconds: sound.duration }
}

/** Returns the loudness of each of `count` equal parts of a sound, of which the loudest is 1. */
export function toPeaks(samples: Float32Array, count: number): number[] {
  const length = samples.length / count
  const loudness = Array.from({ length: count }, (_, part) => {
    const [from, to] = [Math.floor(part * length), Math.floor((part + 1) * length)]
    let sum = 0
    for (let at = from; at < to; at++) sum += (samples[at] ?? 0) ** 2
    return Math.sqrt(sum / Math.max(1, to - from))
  })
  const loudest = Math.max(...loudness)
  return loudest === 0 ? loudness : loudness.map((each) => each / loudest)
}
