/**
 * Per version (1 to 20) at level M: the error correction codewords of each block, and the number of blocks. Source:
 * ISO/IEC 18004, table 9.
 */
const CORRECTION_CODEWORDS = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]

/** The two bits of level M in the format information. */
const LEVEL_M = 0
const BYTE_MODE = 0b0100

/** The mask patterns by number: whether the module in column x and row y is inverted. Source: ISO/IEC 18004, table 10. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

/** A symbol while it is drawn. `isFixed` marks the modules that are no data. */
type Symbol = { size: number; isDark: boolean[][]; isFixed: boolean[][] }

/**
 * Returns the QR code of a text of at most 666 bytes: rows of modules, true for dark, without the quiet zone. Encodes
 * bytes at error correction level M in the smallest version. Source: ISO/IEC 18004.
 */
export function toQrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text)
  const version = chooseVersion(bytes.length)
  const codewords = addCorrection(version, toCodewords(version, bytes))
  const candidates = MASKS.map((mask, number) => draw(version, codewords, mask, number))
  const penalties = candidates.map(penaltyOf)
  return candidates[penalties.indexOf(Math.min(...penalties))]!
}

function chooseVersion(length: number): number {
  for (let version = 1; version <= BLOCKS.length; version++)
    if (length * 8 + 4 + countBits(version) <= dataCodewords(version) * 8) return version
  throw new Error('The text is too long for a QR code.')
}

/** Returns the number of bits of the character count. */
function countBits(version: number): number {
  return version < 10 ? 8 : 16
}

function dataCodewords(version: number): number {
  return allCodewords(version) - CORRECTION_CODEWORDS[version - 1]! * BLOCKS[version - 1]!
}

/** Returns the number of codewords of a version: the modules that are no function pattern, by eight. */
function allCodewords(version: number): number {
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2
  const base = (16 * version + 128) * version + 64
  const withoutAlignments = version === 1 ? base : base - (25 * alignments - 10) * alignments + 55
  return Math.floor((withoutAlignments - (version >= 7 ? 36 : 0)) / 8)
}

function toCodewords(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = []
  const push = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >>> i) & 1)
  }
  push(BYTE_MODE, 4)
  push(bytes.length, countBits(version))
  for (const byte of bytes) push(byte, 8)
  const capacity = dataCodewords(version) * 8
  push(0, Math.min(4, capacity - bits.length))
  push(0, -bits.length & 7)
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8)
  return Array.from({ length: capacity / 8 }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((value, bit) => value * 2 + bit, 0),
  )
}

/** Splits codewords into blocks, adds error correction to each, and interleaves the blocks. */
function addCorrection(version: number, data: number[]): number[] {
  const count = BLOCKS[version - 1]!
  const correctionLength = CORRECTION_CODEWORDS[version - 1]!
  const shortLength = Math.floor(data.length / count)
  const longBlocks = data.length % count
  const divisor = toDivisor(correctionLength)
  const blocks = Array.from({ length: count }, (_, i) => {
    const isLong = i >= count - longBlocks
    const start = i * shortLength + Math.max(0, i - (count - longBlocks))
    return data.slice(start, start + shortLength + (isLong ? 1 : 0))
  })
  const corrections = blocks.map((block) => toRemainder(block, divisor))
  const interleaved: number[] = []
  for (let i = 0; i <= shortLength; i++)
    for (const block of blocks) if (i < block.length) interleaved.push(block[i]!)
  for (let i = 0; i < correctionLength; i++)
    for (const correction of corrections) interleaved.push(correction[i]!)
  return interleaved
}

/** Multiplies in the Galois field of the symbology, GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(a: number, b: number): number {
  let product = 0
  for (let i = 7; i >= 0; i--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d)
    if ((b >>> i) & 1) product ^= a
  }
  return product
}

/** Returns the generator polynomial of a Reed-Solomon code, without its leading coefficient. */
function toDivisor(degree: number): number[] {
  const divisor = [...Array<number>(degree - 1).fill(0), 1]
  for (let i = 0, root = 1; i < degree; i++, root = multiply(root, 2))
    for (let j = 0; j < degree; j++)
      divisor[j] = multiply(divisor[j]!, root) ^ (divisor[j + 1] ?? 0)
  return divisor
}

function toRemainder(data: number[], divisor: number[]): number[] {
  let rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ rest[0]!
    const shifted = [...rest.slice(1), 0]
    rest = shifted.map((value, i) => value ^ multiply(divisor[i]!, factor))
  }
  return rest
}

function draw(
  version: number,
  codewords: number[],
  mask: (x: number, y: number) => boolean,
  maskNumber: number,
): boolean[][] {
  const size = version * 4 + 17
  const grid = () => Array.from({ length: size }, () => Array<boolean>(size).fill(false))
  const symbol: Symbol = { size, isDark: grid(), isFixed: grid() }
  drawPatterns(symbol, version)
  drawFormat(symbol, maskNumber)
  drawData(symbol, codewords, mask)
  return symbol.isDark
}

function setFixed({ isDark, isFixed }: Symbol, x: number, y: number, value: boolean): void {
  isDark[y]![x] = value
  isFixed[y]![x] = true
}

function drawPatterns(symbol: Symbol, version: number): void {
  const { size } = symbol
  for (let i = 0; i < size; i++) {
    setFixed(symbol, 6, i, i % 2 === 0)
    setFixed(symbol, i, 6, i % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquares(symbol, [x, y], 4, (distance) => distance !== 2 && distance !== 4)
  const positions = alignmentPositions(version, size)
  const last = positions.length - 1
  for (const [i, x] of positions.entries())
    for (const [j, y] of positions.entries()) {
      const isFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (!isFinder) drawSquares(symbol, [x, y], 2, (distance) => distance !== 1)
    }
  if (version >= 7) drawVersion(symbol, version)
}

/** Draws concentric squares, each dark or light by its distance from the center. */
function drawSquares(
  symbol: Symbol,
  [centerX, centerY]: readonly [number, number],
  radius: number,
  isDark: (distance: number) => boolean,
): void {
  for (let dy = -radius; dy <= radius; dy++)
    for (let dx = -radius; dx <= radius; dx++) {
      const [x, y] = [centerX + dx, centerY + dy]
      if (x < 0 || y < 0 || x >= symbol.size || y >= symbol.size) continue
      setFixed(symbol, x, y, isDark(Math.max(Math.abs(dx), Math.abs(dy))))
    }
}

/** Returns the rows and columns of the alignment patterns. Source: ISO/IEC 18004, annex E, for versions 1 to 20. */
function alignmentPositions(version: number, size: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2
  const later = Array.from({ length: count - 1 }, (_, i) => size - 7 - i * step)
  return [6, ...later.toReversed()]
}

function drawVersion(symbol: Symbol, version: number): void {
  let rest = version
  for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25)
  const bits = (version << 12) | rest
  for (let i = 0; i < 18; i++) {
    const isDark = ((bits >>> i) & 1) === 1
    const [a, b] = [symbol.size - 11 + (i % 3), Math.floor(i / 3)]
    setFixed(symbol, a, b, isDark)
    setFixed(symbol, b, a, isDark)
  }
}

function drawFormat(symbol: Symbol, maskNumber: number): void {
  const { size } = symbol
  const data = (LEVEL_M << 3) | maskNumber
  let rest = data
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537)
  const bits = ((data << 10) | rest) ^ 0x5412
  const bit = (i: number) => ((bits >>> i) & 1) === 1
  for (let i = 0; i < 15; i++) {
    // One copy around the upper left finder pattern, past the timing patterns, and one at the other two.
    const near = i < 6 ? i : i < 8 ? i + 1 : 14 - i
    if (i < 8) setFixed(symbol, 8, near, bit(i))
    else setFixed(symbol, i === 8 ? 7 : near, 8, bit(i))
    if (i < 8) setFixed(symbol, size - 1 - i, 8, bit(i))
    else setFixed(symbol, 8, size - 15 + i, bit(i))
  }
  setFixed(symbol, 8, size - 8, true)
}

/** Draws the codewords in columns of two modules, upwards and downwards by turns, from the lower right. */
function drawData(
  { size, isDark, isFixed }: Symbol,
  codewords: number[],
  mask: (x: number, y: number) => boolean,
): void {
  let i = 0
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5
    const isUpward = ((right + 1) & 2) === 0
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = isUpward ? size - 1 - step : step
        if (isFixed[y]![x]) continue
        // Modules after the last codeword are light before masking.
        const value = (((codewords[i >>> 3] ?? 0) >>> (7 - (i & 7))) & 1) === 1
        isDark[y]![x] = value !== mask(x, y)
        i++
      }
  }
}

/** Returns how hard a symbol is to read. Source: ISO/IEC 18004, "Evaluation of data masking results". */
function penaltyOf(rows: boolean[][]): number {
  const size = rows.length
  const columns = rows.map((_, x) => rows.map((row) => row[x]!))
  let penalty = 0
  for (const line of [...rows, ...columns]) {
    const text = line.map(Number).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) penalty += run.length - 2
    penalty += 40 * [...text.matchAll(/(?=10111010000|00001011101)/g)].length
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const value = rows[y]![x]
      if (value === rows[y]![x - 1] && value === rows[y - 1]![x] && value === rows[y - 1]![x - 1])
        penalty += 3
    }
  const dark = rows.flat().filter(Boolean).length
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10))
}
