/** Yields the bytes of `source` in parts of `partBytes` each; the last may be smaller. */
export async function* gatherParts(
  source: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of source) {
    for (let rest = chunk; rest.length > 0;) {
      const taken = rest.subarray(0, partBytes - heldBytes)
      held.push(taken)
      heldBytes += taken.length
      rest = rest.subarray(taken.length)
      if (heldBytes < partBytes) continue
      yield Buffer.concat(held, heldBytes)
      held = []
      heldBytes = 0
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes)
}
