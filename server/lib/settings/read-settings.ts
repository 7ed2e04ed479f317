/**
 * A setting: `read` returns the value of its text, or undefined for a text that is none; `expected` says what it must be. The text of
 * a secret is never shown.
 */
type Setting<T> = { read: (text: string) => T | undefined; expected: string; isSecret: boolean }

/** The values of settings; undefined for one that is unset or wrong. */
type Values<Settings> = {
  [Name in keyof Settings]: Settings[Name] extends Setting<infer T> ? T | undefined : never
}

/** Describes a setting. */
export function setting<T>(read: (text: string) => T | undefined, expected: string): Setting<T> {
  return { read, expected, isSecret: false }
}

/** Describes a setting whose text is a secret, or contains one. */
export function secret<T>(read: (text: string) => T | undefined, expected: string): Setting<T> {
  return { read, expected, isSecret: true }
}

/** Reads settings from their texts. Adds a line to `problems` for each wrong one. */
export function readSettings<Settings extends Record<string, Setting<unknown>>>(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Values<Settings> {
  const values = Object.entries(settings).map(([name, { read, expected, isSecret }]) => {
    const text = env[name]
    if (text === undefined) return [name, undefined]
    const value = read(text)
    const shown = isSecret ? '…' : text.replace(/[^/]*@/g, '…@').slice(0, 60)
    if (value === undefined) problems.push(`${name} must be ${expected}, not "${shown}".`)
    return [name, value]
  })
  return Object.fromEntries(values) as Values<Settings>
}
