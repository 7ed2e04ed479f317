/** A time to snooze until; `name` is its text key. */
type SnoozeTime = {
  name: 'hour' | 'threeHours' | 'thisEvening' | 'tomorrow' | 'monday' | 'week'
  at: Date
}

const MORNING = 9
const EVENING = 18

/** Returns the suggested snooze times after `now`, in local time. Each time is suggested once. */
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
  const isMondayNamed = untilMonday === 1 || untilMonday === 7
  return times.filter(({ name, at }) => {
    // Leave out an evening that begins within the hour.
    if (name === 'thisEvening') return at > inHours(1)
    // On a Sunday, it is tomorrow; on a Monday, it is in a week.
    return name !== 'monday' || !isMondayNamed
  })
}
