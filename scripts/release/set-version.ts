/** Sets the version in the text of `package.json` or `package-lock.json`, where it is there once and twice. */
export function setVersion(text: string, version: string): string {
  const isLock = text.includes('"lockfileVersion"')
  let left = isLock ? 2 : 1
  return text.replaceAll(/"version": "[^"]*"/g, (found) =>
    left-- > 0 ? `"version": "${version}"` : found,
  )
}

/** Sets the version of the Helm chart, and that of the product in it, in the text of `Chart.yaml`. */
export function setChartVersion(text: string, version: string): string {
  return text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`)
}

/**
 * Gives the first part of a changelog, which is not released yet, the version and the day of its release, and begins a new part
 * above it.
 *
 * @throws when there is no such part, or it has no entry
 */
export function dateChangelog(changelog: string, version: string, now: Date): string {
  const heading = /^## (?:Unreleased|[\d.]+ \(unreleased\))\n/m
  const [, section = ''] = changelog.split(heading)
  if (!/^- /m.test(section.split(/^## /m)[0]!))
    throw new Error('CHANGELOG.md has no entry that is not released.')
  const day = now.toISOString().slice(0, 10)
  return changelog.replace(heading, `## Unreleased\n\n## ${version} · ${day}\n`)
}
