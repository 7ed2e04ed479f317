/** A time to come back at, under a name of the catalogue. */
export type SnoozeTime = {
  name: 'hour' | 'threeHours' | 'thisEvening' | 'tomorrow' | 'monday' | 'week'
  at: Date
}

const MORNING = 9
const EVENING = 18

/** The times that one snoozes to most often, from `now` on, where the reader is. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const day = (days: number, hour: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour)
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const untilMonday = (8 - now.getDay()) % 7 || 7
  const times: SnoozeTime[] = [
    { name: 'hour', at: inHours(1) },
    { name: 'threeHours', at: inHours(3) },
    { name: 'thisEvening', at: day(0, EVENING) },
    { name: 'tomorrow', at: day(1, MORNING) },
    { name: 'monday', at: day(untilMonday, MORNING) },
    { name: 'week', at: day(7, MORNING) },
  ]
  // An evening that begins within the hour is no longer to come back in.
  return times.filter(({ name, at }) => name !== 'thisEvening' || at > inHours(1))
}

/** A time as a field of date and time takes it. */
export function toFieldTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
