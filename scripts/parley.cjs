#!/usr/bin/env node
// The command `parley` of a checkout. It may be started by whatever Node is at hand, before anything is installed: syntax of
// Node 12, CommonJS, no dependencies. It installs what is missing, then runs the command line with the Node of the project.
/* oxlint-disable unicorn/prefer-node-protocol -- Node 12 does not know it */
'use strict'

const { spawn, spawnSync } = require('child_process')
const fs = require('fs')
const path = require('path')

const root = path.dirname(__dirname)
const isWindows = process.platform === 'win32'

const installed = spawnSync(process.execPath, [path.join(__dirname, 'install.cjs'), '--to-run'], {
  // The output of a command may be read by a script.
  stdio: ['ignore', 2, 2],
})
if (installed.status !== 0) process.exit(installed.status || 1)

const own = path.join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')
const node = fs.existsSync(own) ? own : process.execPath
const child = spawn(node, [path.join(root, 'server', 'main.ts'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  shell: isWindows && node === own,
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    // A terminal sends Ctrl+C to both.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  })
child.on('error', (err) => {
  process.stderr.write(`${err.message}\n`)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) return process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
