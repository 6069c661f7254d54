import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import {
  type Availability,
  canInstallDebianPackages,
  findProgram,
  firstLine,
  installDebianPackage,
  isExecutable,
} from './programs.ts'

/** Debian's binary itself: the script in PATH writes into the home folder. */
const DEBIAN_BINARY = '/usr/lib/litecoin/litecoind'
const START_MS_MAX = 30_000
const RETRY_MS = 20

/** The hash of block 0 of Litecoin's regtest chain. */
export const REGTEST_FIRST_BLOCK = '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9'

/** A real node of Bitcoin's family on a chain of its own. */
export interface Litecoin {
  /** With user and password. */
  readonly url: string
  call<Result = unknown>(method: string, ...params: unknown[]): Promise<Result>
  /** Mines blocks, whose coins go to the address. */
  mine(blocks: number, address: string): Promise<string[]>
  stop(): Promise<void>
}

export const findLitecoin = (): string | undefined =>
  [DEBIAN_BINARY].find(isExecutable) ?? findProgram(['litecoind.real', 'litecoind'])

/** The path of litecoind: found or, as root on Debian, installed. */
export async function ensureLitecoin(say: (line: string) => void): Promise<Availability<string>> {
  try {
    if (!findLitecoin() && canInstallDebianPackages()) {
      say('fetching a Litecoin node: apt-get install litecoind …')
      await installDebianPackage('litecoind')
    }
    const found = findLitecoin()
    return found === undefined ? { found, reason: 'no litecoind here' } : { found }
  } catch (error) {
    return { found: undefined, reason: `no litecoind here (${firstLine(error)})` }
  }
}

/** Starts litecoind on regtest. Without a folder it has one of its own, which `stop` deletes. It ends with this process. */
export async function startLitecoin(binary: string, given?: string): Promise<Litecoin> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'kimia-litecoin-')))
  await mkdir(folder, { recursive: true })
  const port = await freePort()
  const args = ['-regtest', `-datadir=${folder}`, '-rpcuser=kimia', '-rpcpassword=kimia', `-rpcport=${port}`]
  const local = ['-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', '-listen=0', '-connect=0', '-dnsseed=0']
  const light = [
    '-disablewallet',
    '-txindex=1',
    '-mempoolreplacement=1',
    '-printtoconsole=0',
    '-dbcache=4',
    '-maxmempool=5',
  ]
  const start = () => spawn(binary, [...args, ...local, ...light], { stdio: 'ignore', cwd: folder })
  let node = start()
  // A chain that is kept is written by a clean end; a folder that is deleted needs none.
  const kill = () => void node.kill(given === undefined ? 'SIGKILL' : 'SIGTERM')
  process.once('exit', kill)
  const url = `http://kimia:kimia@127.0.0.1:${port}/`
  const call = <Result>(method: string, ...params: unknown[]) => callNode<Result>(port, method, params)
  const deadline = Date.now() + START_MS_MAX
  while (!(await isReady(call))) {
    if (Date.now() > deadline || (node.exitCode !== null && given === undefined))
      throw new Error('litecoind did not start')
    await sleep(RETRY_MS)
    // The node of the server before may still be ending, with the lock of the folder.
    if (node.exitCode !== null) node = start()
  }
  return {
    url,
    call,
    mine: (blocks, address) => call<string[]>('generatetoaddress', blocks, address),
    async stop() {
      process.off('exit', kill)
      const ended = once(node, 'exit')
      kill()
      await ended
      if (given === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const isReady = (call: Litecoin['call']): Promise<boolean> =>
  call('getblockcount').then(
    () => true,
    () => false,
  )

async function callNode<Result>(port: number, method: string, params: readonly unknown[]): Promise<Result> {
  const response = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    // The node does not end before its connections do.
    headers: { authorization: `Basic ${Buffer.from('kimia:kimia').toString('base64')}`, connection: 'close' },
    body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
  })
  const { result, error }: { result: Result; error?: { message: string } } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
