import type { Package } from './list-packages.ts'

/** A program of the artefact that is no package of npm's production tree, and the SHA-256 of its binary in hexadecimal. */
export type Binary = {
  name: string
  version: string
  license: string
  cpe: string
  purl: string
  sha256: string
}

/**
 * Creates the list of everything in the artefact from other projects, as CycloneDX 1.6 in JSON. It has no serial number, and
 * its time is that of the commit, so that it is the same for each build of a commit.
 * Source: https://cyclonedx.org/docs/1.6/json/
 */
export function createSbom(
  product: { version: string; license: string; commit: string; at: Date },
  packages: readonly Package[],
  binaries: readonly Binary[],
): object {
  const refs = new Map(packages.map((each) => [each.path, toRef(each)]))
  const self = `parley@${product.version}`
  const roots = packages.filter(({ isDirect }) => isDirect).map(toRef)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: product.at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: 'parley',
        version: product.version,
        licenses: toLicenses(product.license),
        properties: [{ name: 'parley:commit', value: product.commit }],
      },
    },
    components: [
      ...binaries.map((each) => ({
        type: 'application',
        'bom-ref': each.purl,
        name: each.name,
        version: each.version,
        cpe: each.cpe,
        purl: each.purl,
        licenses: toLicenses(each.license),
        hashes: [{ alg: 'SHA-256', content: each.sha256 }],
      })),
      ...packages.map((each) => ({
        type: 'library',
        'bom-ref': toRef(each),
        name: each.name,
        version: each.version,
        purl: toPurl(each),
        licenses: toLicenses(each.license),
        ...(each.integrity && { hashes: toHashes(each.integrity) }),
        properties: [{ name: 'cdx:npm:package:path', value: each.path }],
      })),
    ],
    dependencies: [
      { ref: self, dependsOn: [...binaries.map(({ purl }) => purl), ...roots].toSorted() },
      ...packages.map((each) => ({
        ref: toRef(each),
        dependsOn: each.uses.map((path) => refs.get(path)!).toSorted(),
      })),
    ],
  }
}

/** Returns the id of a package in the list. The same version may be at two places. */
function toRef(each: Package): string {
  return `${toPurl(each)}#${each.path}`
}

function toPurl({ name, version }: Package): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function toLicenses(license: string): object[] {
  return /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }]
}

function toHashes(integrity: string): object[] {
  return integrity.split(' ').map((each) => {
    const [algorithm = '', digest = ''] = each.split('-')
    return {
      alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
      content: Buffer.from(digest, 'base64').toString('hex'),
    }
  })
}
