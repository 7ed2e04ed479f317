// Finds Chromium, in order of preference. Syntax of Node 12, CommonJS: install.cjs needs it too.
/* oxlint-disable unicorn/prefer-node-protocol -- Node 12 does not know it */
'use strict'

const fs = require('fs')
const path = require('path')

const root = path.dirname(__dirname)
/** The folder into which install.cjs installs a Chromium when the machine has none. */
const downloads = path.join(root, 'node_modules', '.cache', 'browsers')

const known = [
  // Chromium without its windows: opens a page in two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of a Chromium on this machine; undefined when there is none. */
function findBrowser() {
  return [...known, ...downloaded()].find((file) => fs.existsSync(file))
}

/** The path of a Chromium on this machine that can show notifications, unlike the one without windows. */
function findFullBrowser() {
  return [...known, ...downloaded()].find(
    (file) => !/headless[-_]shell/.test(file) && fs.existsSync(file),
  )
}

function downloaded() {
  const found = []
  for (const folder of list(downloads))
    for (const inner of list(path.join(downloads, folder)))
      for (const name of ['chrome', 'headless_shell', 'chrome-headless-shell', 'chrome.exe'])
        found.push(path.join(downloads, folder, inner, name))
  return found
}

function list(folder) {
  return fs.existsSync(folder) && fs.statSync(folder).isDirectory() ? fs.readdirSync(folder) : []
}

module.exports = { findBrowser, findFullBrowser, downloads }
