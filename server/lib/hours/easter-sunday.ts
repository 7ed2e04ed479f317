/**
 * Returns the date of Easter Sunday of the Gregorian calendar in a year.
 *
 * Source: the algorithm of J.-M. Oudin, 1940, as the US Naval Observatory gives it.
 */
export function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const leaps = century - Math.floor(century / 4)
  const moon = Math.floor((8 * century + 13) / 25)
  const epact = (leaps - moon + 19 * golden + 15) % 30
  const full =
    epact -
    Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + full + 2 - leaps) % 7
  return Temporal.PlainDate.from({ year, month: 3, day: 28 }).add({ days: full - weekday })
}
