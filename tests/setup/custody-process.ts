import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  CustodyAnswer,
  type CustodyMethod,
  type CustodyParams,
  type CustodyResult,
  type Fence,
} from '#contract/custody.ts'
import type { PolicyText } from '#custody/policy.ts'
import type { CustodyClient } from '#server/providers/custody/custody.ts'
import { scratch } from './scratch.ts'

/** A refusal of custody: its code, and the reason in its own words. */
export class CustodyRefusedError extends Error {
  readonly code: string

  constructor(code: string, reason: string | undefined) {
    super(`${code}: ${reason}`)
    this.code = code
  }
}

export interface CustodyProcess {
  readonly pid: number
  /** Under the lease of a job of the tests, unless another is given. */
  ask<Method extends CustodyMethod>(
    method: Method,
    params: CustodyParams<Method>,
    fence?: Fence,
  ): Promise<CustodyResult<Method>>
  /** The code of the refusal, or `undefined` if it is not refused. */
  refusal<Method extends CustodyMethod>(method: Method, params: CustodyParams<Method>): Promise<string | undefined>
  /** Everything that it wrote to its log. */
  log(): string
  /** SIGKILL. */
  kill(): Promise<void>
  /** Ends its input, as the end of the asking process does. Resolves with its exit code. */
  stop(): Promise<number | null>
}

interface Options {
  readonly folder: string
  readonly nodes: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  readonly passphrase?: string
}

export const TEST_FENCE: Fence = { job: 'a job of the tests', number: 1 }

/** The same client, whose requests are under the lease of a job of the tests. */
export const underTestLease = ({ ask, close }: CustodyClient): CustodyClient => ({
  ask: (method, params, fence = TEST_FENCE) => ask(method, params, fence),
  close,
})

/** Starts the real custody process, `node src/custody/main.ts`, over its stdio. */
export function startCustody({ folder, nodes, env = {}, passphrase }: Options): CustodyProcess {
  const custody = spawn(process.execPath, ['--disable-sigusr1', 'src/custody/main.ts'], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      CUSTODY_DIR: folder,
      ...Object.fromEntries(Object.entries(nodes).map(([network, url]) => [`CUSTODY_NODE_${network}`, url])),
      ...env,
    },
  })
  const secret = custody.stdio[3]
  if (secret && 'end' in secret) secret.on('error', () => undefined).end(`${passphrase ?? ''}\n`)
  let log = ''
  custody.stderr?.on('data', (chunk: Buffer) => {
    log += chunk
  })
  const ended = once(custody, 'exit')
  const waiting = new Map<number, (answer: CustodyAnswer) => void>()
  const lines = createInterface({ input: custody.stdout ?? process.stdin })
  lines.on('line', (line) => {
    const answer = CustodyAnswer.parse(JSON.parse(line))
    if (typeof answer.id === 'number') waiting.get(answer.id)?.(answer)
  })
  let last = 0
  const ask: CustodyProcess['ask'] = async (method, params, fence = TEST_FENCE) => {
    last += 1
    const id = last
    const answered = new Promise<CustodyAnswer>((resolve) => waiting.set(id, resolve))
    custody.stdin?.write(`${JSON.stringify({ id, method, params, fence })}\n`, () => undefined)
    const answer = await Promise.race([answered, ended.then(() => undefined)])
    if (!answer) throw new Error(`custody ended: ${log}`)
    if (!answer.ok) throw new CustodyRefusedError(answer.code, answer.reason)
    return answer.result as never
  }
  custody.stdin?.on('error', () => undefined)
  return {
    pid: custody.pid ?? 0,
    ask,
    refusal: (method, params) =>
      ask(method, params).then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof CustodyRefusedError) return error.code
          throw error
        },
      ),
    log: () => log,
    kill: () => end(custody, ended, () => custody.kill('SIGKILL')),
    async stop() {
      await end(custody, ended, () => custody.stdin?.end())
      return custody.exitCode
    },
  }
}

async function end(custody: ChildProcess, ended: Promise<unknown>, send: () => void): Promise<void> {
  if (custody.exitCode === null && custody.signalCode === null) send()
  await ended
}

/** A folder for the journal with a policy in it. */
export async function custodyFolder(policy: PolicyText): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(scratch(), 'kimia-custody-'))
  await writeFile(join(folder, 'policy.json'), JSON.stringify(policy))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

const amounts = (perTransaction: string, perHour: string, perDay: string) => ({ perTransaction, perHour, perDay })

/** Generous limits, for tests of something else. */
export const AMPLE = { automatic: amounts('1000', '10000', '100000'), approved: amounts('2000', '20000', '200000') }
export const TEST_CHAIN_ID = 31_337

interface EvmTestPolicy extends Partial<PolicyText> {
  readonly contract?: string
  readonly confirmations?: number
  /** The extended public key of cold storage. */
  readonly cold?: string
}

/** The policy of a test chain with ether and, with a contract, Tether. */
export function evmPolicy({ contract, cold, confirmations = 3, ...rest }: EvmTestPolicy = {}): PolicyText {
  return {
    operators: [],
    limits: { ETHEREUM: AMPLE, TETHER: AMPLE },
    networks: {
      ERC20: {
        kind: 'evm',
        ...(cold !== undefined && { cold }),
        chainId: TEST_CHAIN_ID,
        confirmations,
        feeMax: '0.1',
        traces: true,
        coins: [
          { symbol: 'ETHEREUM', decimals: 18 },
          ...(contract ? [{ symbol: 'TETHER', decimals: 6, contract }] : []),
        ],
      },
    },
    ...rest,
  }
}

interface TronTestPolicy {
  readonly firstBlock: string
  readonly contract: string
  readonly cold?: string
}

/** The policy of a TRON chain with its own coin and Tether. */
export function tronPolicy({ firstBlock, contract, cold }: TronTestPolicy): PolicyText {
  return {
    operators: [],
    limits: { TRON: AMPLE, TETHER: AMPLE },
    networks: {
      TRC20: {
        kind: 'tron',
        ...(cold !== undefined && { cold }),
        firstBlock,
        confirmations: 3,
        feeMax: '40',
        coins: [
          { symbol: 'TRON', decimals: 6 },
          { symbol: 'TETHER', decimals: 6, contract },
        ],
      },
    },
  }
}

/** The policy of a network of XRP. */
export const xrpPolicy = ({ networkId, cold }: { networkId: number; cold?: string }): PolicyText => ({
  operators: [],
  limits: { RIPPLE: AMPLE },
  networks: {
    XRP: {
      ...{ kind: 'xrp', networkId, confirmations: 1, feeMax: '0.01', symbol: 'RIPPLE' },
      ...(cold !== undefined && { cold }),
    },
  },
})

/** The policy of a network of Stellar. */
export const stellarPolicy = ({ passphrase, cold }: { passphrase: string; cold?: string }): PolicyText => ({
  operators: [],
  limits: { STELLAR: AMPLE },
  networks: {
    XLM: {
      ...{ kind: 'stellar', passphrase, confirmations: 1, feeMax: '0.01', symbol: 'STELLAR' },
      ...(cold !== undefined && { cold }),
    },
  },
})
