import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseAllDocuments } from 'yaml'

const CHART = resolve(import.meta.dirname, '../../ops/helm/parley')

/** A resource of Kubernetes. */
export type Resource = {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec: Record<string, unknown>
}

/** The values without which the chart can't be installed. */
export const MINIMAL = {
  secrets: { existingSecret: 'parley-settings' },
  settings: {
    S3_ENDPOINT: 'https://s3.example.com/files',
    PUBLIC_URL: 'https://chat.example.com',
    INGEST_PUBLIC_URL: 'https://hooks.example.com',
  },
}

/** Returns the resources that the chart makes of values. */
export async function render(values: object): Promise<Resource[]> {
  const { status, stdout, stderr } = await helm(['template', 'parley'], values)
  assert.equal(status, 0, stderr)
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Resource | null)
    .filter((each) => each !== null)
}

/** Runs a command of Helm on the chart, with values. */
export async function helm([command, ...args]: string[], values: object) {
  // Programs that are built without a release know only an old version of Kubernetes.
  const version = ['--kube-version', '1.34.0']
  return spawnSync('helm', [command!, ...args, CHART, ...version, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  })
}
