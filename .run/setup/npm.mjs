import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

// Scripts of packages are not run: every native package here ships its binary ready, and none of them is needed.
const CALM = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

// What npm says first is the reason; what follows is where in npm it happened.
const REASON_LINES_MAX = 8

/**
 * Runs npm under the given Node; npm resolves packages by the Node that runs it.
 * Throws with npm's own words where npm fails or is missing.
 */
export function runNpm(/** @type {string} */ node, /** @type {string[]} */ args) {
  const cli = npmCli()
  const [command, leading] = cli ? [node, [cli]] : ['npm', []]
  const { status, stderr, stdout, error } = spawnSync(command, [...leading, ...args, ...CALM], {
    encoding: 'utf8',
    shell: cli === undefined && process.platform === 'win32',
    env: {
      ...process.env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1',
    },
  })
  if (error) throw new Error(`npm could not be started (${error.message}); install npm, then try again`)
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${withoutNoise(stderr || stdout)}`)
}

/** npm's own JavaScript file, so that it can run under another Node than the one it was installed for. */
function npmCli() {
  const beside = dirname(process.execPath)
  const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const candidates = [
    process.env.npm_execpath ?? '',
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    ...onPath,
  ]
  return candidates
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => realpathSync(path))
    .find((path) => path.endsWith('npm-cli.js'))
}

function withoutNoise(/** @type {string} */ text) {
  return text
    .split('\n')
    .filter((line) => !/^npm warn/i.test(line))
    .slice(0, REASON_LINES_MAX)
    .join('\n')
    .trim()
}
