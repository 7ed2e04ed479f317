/** A release: its version and the commit whose tree it is. */
export type Release = { version: string; commit: string }

/** The state of the repository that is checked. `releases` is in their order. */
type State = {
  releases: readonly Release[]
  /** The version in `package.json`. */
  version: string
  /** The text of `CHANGELOG.md`, and what it was at the last release if the history is here. */
  changelog: string
  releasedChangelog?: string | undefined
  /** The changes since the last release that can break clients. */
  breaking: readonly { at: string; change: string }[]
}

const HEADING = /^## (.+)$/gm

/**
 * Lists what is wrong with the version and the changelog. Before 1.0.0, a change that can break clients needs a new minor version,
 * and later a new major one. The first heading of the changelog then names that version, and its part _Breaking_ the change.
 */
export function findReleaseProblems(state: State): string[] {
  const { version, changelog, breaking } = state
  const last = state.releases.at(-1)!
  const first = [...changelog.matchAll(HEADING)][0]?.[1] ?? ''
  const problems: string[] = []
  const isStepped = compareVersions(version, last.version) > 0
  if (compareVersions(version, last.version) < 0)
    problems.push(`package.json: ${version} is older than the last release, ${last.version}`)
  const expected = isStepped ? `${version} (unreleased)` : 'Unreleased'
  if (first !== expected)
    problems.push(`CHANGELOG.md: the first heading must be "## ${expected}", not "## ${first}"`)
  if (breaking.length > 0 && !allowsBreaking(last.version, version)) {
    const next = nextBreaking(last.version)
    problems.push(
      ...breaking.map(({ at, change }) => `${at}: ${change}`),
      `This breaks clients of ${last.version}. Keep the old form beside the new one; or set the version to ${next} in ` +
        `package.json and package-lock.json, name the first heading of CHANGELOG.md "## ${next} (unreleased)", and describe ` +
        'the change there under "### Breaking".',
    )
  } else if (breaking.length > 0 && !/^### Breaking$/m.test(sectionOf(changelog, first)))
    problems.push(
      ...breaking.map(({ at, change }) => `${at}: ${change}`),
      `CHANGELOG.md: "## ${first}" must describe this under "### Breaking"`,
    )
  for (const { version: released } of state.releases)
    if (sectionStarting(changelog, released) === undefined)
      problems.push(`CHANGELOG.md: the release ${released} has no heading`)
  const before = state.releasedChangelog
  if (before !== undefined) {
    const count = (text: string) => countEntries(sectionStarting(text, last.version) ?? '')
    const added = count(changelog) - count(before)
    if (added > 0)
      problems.push(
        `CHANGELOG.md: ${last.version} is released: move the ${added} new entries of its part to "## ${first}"`,
      )
  }
  return problems
}

/**
 * Lists the migrations that a release cannot see as newer ones: those that it does not know, with a number below its own newest one.
 * It would refuse the schema, and nobody could go back to it.
 */
export function findLateMigrations(released: readonly string[], now: readonly string[]): string[] {
  const newest = released.toSorted().at(-1) ?? ''
  return now
    .filter((name) => !released.includes(name) && name < newest)
    .map((name) => `${name}: give it a number after ${newest}, which is released`)
}

/** Returns whether `next` may break clients of `version`, by semantic versioning. */
export function allowsBreaking(version: string, next: string): boolean {
  const [[major, minor], [nextMajor, nextMinor]] = [partsOf(version), partsOf(next)]
  return nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor)
}

/** Returns the first version after `version` that may break its clients. */
function nextBreaking(version: string): string {
  const [major, minor] = partsOf(version)
  return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
}

/** Compares two versions of the form 1.2.3: negative if `one` is older. */
export function compareVersions(one: string, other: string): number {
  const [parts, others] = [partsOf(one), partsOf(other)]
  const index = parts.findIndex((part, at) => part !== others[at])
  return index === -1 ? 0 : parts[index]! - others[index]!
}

function partsOf(version: string): [number, number, number] {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)
  if (!match) throw new Error(`${version} is not a version of the form 1.2.3.`)
  return [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** Returns the text below a heading of the second level. */
function sectionOf(changelog: string, heading: string): string {
  const sections = changelog.split(/^(?=## )/m)
  return sections.find((section) => section.startsWith(`## ${heading}\n`)) ?? ''
}

function sectionStarting(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m)
  return sections.find((section) => section.slice(3).split(/\s/)[0] === version)
}

function countEntries(section: string): number {
  return [...section.matchAll(/^- /gm)].length
}
