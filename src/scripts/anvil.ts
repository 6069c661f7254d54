import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../tests/setup/free-port.ts'
import { ROOT } from './child.mjs'

/** A real EVM node for development and tests, on a chain of its own. */
export interface Anvil {
  readonly url: string
  call<Result = unknown>(method: string, ...params: unknown[]): Promise<Result>
  /** Deploys the test token, which anyone may mint, and returns its contract. */
  deployToken(): Promise<string>
  mintToken(contract: string, to: string, amount: bigint): Promise<void>
  /** Sends coins from the rich account. */
  pay(to: string, amount: bigint): Promise<string>
  stop(): Promise<void>
}

interface Options {
  readonly chainId: number
  /** Absent: what happens is forgotten at the end. */
  readonly stateFile?: string
  /** The states of so many blocks can be traced; absent: of some thousands. */
  readonly statesMax?: number
}

/** The first account that anvil makes, unlocked and rich. Its key is public. */
export const RICH = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The whole coins of the rich account: years of gifts. */
const BALANCE = ['--balance', '1000000000']
/** The contract that the rich account's first transaction makes. */
const FIRST_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
/** mint(address,uint256) */
const MINT = '0x40c10f19'
const START_MS_MAX = 10_000
const MINES_BY_ITSELF_MS = 2000
const GAS = '0x200000'

/**
 * Starts anvil, of the locked packages, on a free port, with a block for each transaction. It ends with this process. It forgets states of
 * older blocks at a restart: kept, they would take gigabytes within a day.
 */
export async function startAnvil({ chainId, stateFile, statesMax }: Options): Promise<Anvil> {
  const port = await freePort()
  const state = stateFile ? ['--state', stateFile, '--state-interval', '5'] : []
  const pruned = statesMax === undefined ? [] : ['--prune-history', `${statesMax}`]
  const chain = ['--chain-id', `${chainId}`, '--slots-in-an-epoch', '4']
  const args = ['--port', `${port}`, ...chain, ...BALANCE, '-q', ...state, ...pruned]
  const anvil = spawn(binary(), args, { stdio: 'ignore' })
  const kill = () => void anvil.kill('SIGKILL')
  process.once('exit', kill)
  const url = `http://127.0.0.1:${port}`
  const call = <Result>(method: string, ...params: unknown[]) => callNode<Result>(url, method, params)
  await untilReady(anvil, call)
  return {
    url,
    call,
    async deployToken() {
      if ((await call('eth_getCode', FIRST_CONTRACT, 'latest')) !== '0x') return FIRST_CONTRACT
      const code = readFileSync(join(ROOT, 'src/scripts/development-token.hex'), 'utf8').trim()
      await sendAndWait(call, { gas: GAS, data: `0x${code}` })
      return FIRST_CONTRACT
    },
    async mintToken(contract, to, amount) {
      const data = `${MINT}${word(to.slice(2))}${word(amount.toString(16))}`
      await sendAndWait(call, { gas: GAS, to: contract, data })
    },
    pay: (to, amount) => sendAndWait(call, { to, value: `0x${amount.toString(16)}` }),
    async stop() {
      process.off('exit', kill)
      if (anvil.exitCode !== null || anvil.signalCode !== null) return
      const ended = once(anvil, 'exit')
      // It writes its state once more.
      anvil.kill('SIGTERM')
      await ended
    },
  }
}

type Call = Anvil['call']

const word = (hex: string) => hex.padStart(64, '0')

/**
 * Sends a transaction and waits for its block. Anvil mines it by itself, a moment after its answer. Only where it forgot is a block asked for: a
 * second, empty one would make every depth that is counted from here one too many.
 */
async function sendAndWait(call: Call, fields: Readonly<Record<string, string>>): Promise<string> {
  const hash = await call<string>('eth_sendTransaction', { from: RICH, ...fields })
  for (const deadline = Date.now() + START_MS_MAX; Date.now() < deadline; ) {
    for (const forgotten = Date.now() + MINES_BY_ITSELF_MS; Date.now() < forgotten; await sleep(5))
      if ((await call('eth_getTransactionReceipt', hash)) !== null) return hash
    await call('evm_mine')
  }
  throw new Error('anvil mined nothing')
}

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

function binary(): string {
  const folder = `anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`
  return join(ROOT, 'node_modules/@foundry-rs', folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}

async function untilReady(anvil: ChildProcess, call: Call): Promise<void> {
  let failure: unknown
  anvil.once('error', (error) => {
    failure = error
  })
  const deadline = Date.now() + START_MS_MAX
  for (;;) {
    if (failure || anvil.exitCode !== null) throw new Error(`anvil did not start: ${failure ?? anvil.exitCode}`)
    const isReady = await call('eth_chainId').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (Date.now() > deadline) throw new Error('anvil did not answer')
    await sleep(10)
  }
}

async function callNode<Result>(url: string, method: string, params: readonly unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error }: { result: Result; error?: { message: string } } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
