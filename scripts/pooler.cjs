// Finds PgBouncer, in order of preference. Syntax of Node 12, CommonJS: install.cjs needs it too.
/* oxlint-disable unicorn/prefer-node-protocol -- Node 12 does not know it */
'use strict'

const fs = require('fs')
const path = require('path')

const root = path.dirname(__dirname)
/** The folder into which install.cjs unpacks a PgBouncer when the machine has none. */
const downloads = path.join(root, 'node_modules', '.cache', 'pgbouncer')

/**
 * The path of a PgBouncer, and the variables that it needs: the one that PGBOUNCER names, else the machine's, else the
 * unpacked one. Undefined when there is none.
 */
function findPooler() {
  const { PGBOUNCER, PATH = '' } = process.env
  const folders = PATH.split(path.delimiter).concat('/usr/sbin', '/usr/local/sbin')
  const installed = PGBOUNCER ? [PGBOUNCER] : folders.map((each) => path.join(each, 'pgbouncer'))
  const here = installed.find((file) => fs.existsSync(file))
  if (here) return { path: here, env: {} }
  const unpacked = path.join(downloads, 'usr', 'sbin', 'pgbouncer')
  if (PGBOUNCER || !fs.existsSync(unpacked)) return undefined
  return { path: unpacked, env: { LD_LIBRARY_PATH: libraryFolders().join(':') } }
}

/** The folders of the unpacked libraries, which are named after the architecture. */
function libraryFolders() {
  return ['lib', 'usr/lib']
    .map((name) => path.join(downloads, name))
    .filter((folder) => fs.existsSync(folder))
    .reduce((all, folder) => {
      const inner = fs.readdirSync(folder).filter((name) => name.endsWith('-linux-gnu'))
      return all.concat(inner.map((name) => path.join(folder, name)))
    }, [])
}

module.exports = { findPooler, downloads }
