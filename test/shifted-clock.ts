/** Shifts the clock of a process by CLOCK_SHIFT_MS. Loaded with `--import` before the program. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'])
const SystemDate = Date

class ShiftedDate extends SystemDate {
  constructor(...args: [] | [number | string | Date]) {
    super(...((args.length === 0 ? [SystemDate.now() + shiftMs] : args) as [number]))
  }

  static override now(): number {
    return SystemDate.now() + shiftMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
